/**
 * The part of the prelude that asks: tools, people, timers. Part of one closure, see prelude.ts.
 * A call takes a number only when the host has admitted it, so refused ones leave no trace in the journal.
 */
export const callsPart = String.raw`
class ToolError extends E {}
class ToolDeclinedError extends E {}
own(ToolError.prototype, "name", "ToolError", false);
own(ToolDeclinedError.prototype, "name", "ToolDeclinedError", false);
define("ToolError", ToolError);
define("ToolDeclinedError", ToolDeclinedError);

// The frames of the program itself, its innermost line first.
const programFrames = () => {
  const stack = new E().stack;
  if (typeof stack !== "string") return "";
  const at = indexOf(stack, "program.ts:");
  if (at < 0) return "";
  const end = indexOf(stack, " (signalbox:", at);
  return slice(stack, lastIndexOf(stack, "\n", at) + 1, end < 0 ? stack.length : lastIndexOf(stack, "\n", end) + 1);
};
const lineOf = (frames) => {
  const at = indexOf(frames, "program.ts:");
  return at < 0 ? 0 : parseInt(slice(frames, at + 11, at + 21));
};

const faultFields = freeze(["code", "path", "action", "reason", "by", "status", "details", "retryable"]);
const failure = (fault, frames) => {
  const message = fault.message === undefined ? "the call failed" : str(fault.message);
  const error = fault.name === "ToolDeclinedError" ? new ToolDeclinedError(message) : new ToolError(message);
  for (let i = 0; i < faultFields.length; i++) if (hasOwn(fault, faultFields[i])) own(error, faultFields[i], fault[faultFields[i]], true);
  // Made while the program waited: the line that helps is the one that called.
  own(error, "stack", frames, false);
  return error;
};
const reasonOf = (thrown) => { try { return str(thrown && thrown.message !== undefined ? thrown.message : thrown); } catch { return "an error that cannot be read"; } };

const pending = new M();
let lastCall = 0;
// One promise a call, never one within another: a program may have overwritten then.
const ask = (kind, path, args, frames) => new P((resolve, reject) => register(kind, path, args, frames, resolve, reject));
const register = (kind, path, args, frames, resolve, reject) => {
  const id = lastCall + 1;
  const refused = hostCall(kind, id, path, args, lineOf(frames));
  if (refused !== undefined) return reject(failure(parse(refused), frames));
  lastCall = id;
  set(pending, id, { __proto__: null, resolve, reject, path, frames });
};
const argsText = (path, value) => {
  // A call without arguments is a call with none, not with null.
  if (value === undefined) return "{}";
  let text;
  try { text = stringify(value); } catch (thrown) { throw { __proto__: null, message: path + ": the arguments are not JSON: " + reasonOf(thrown) }; }
  if (text === undefined) throw { __proto__: null, message: path + ": the arguments are not JSON: a " + typeof value };
  return text;
};
const callTool = (kind, path, value) => new P((resolve, reject) => {
  const frames = programFrames();
  let args;
  try { args = argsText(path, value); } catch (bad) { return reject(failure({ __proto__: null, name: "ToolError", code: "invalid_tool_arguments", message: bad.message }, frames)); }
  register(kind, path, args, frames, resolve, reject);
});

const questions = freeze({ __proto__: null, "human.approve": true, "human.ask": true, "human.open": true });
const toolsAt = (path) => new Proxy(() => {}, {
  __proto__: null,
  // Neither a promise nor a value of its own, however often a program awaits or prints it.
  get: (_, key) => typeof key === "symbol" || key === "then" || key === "toJSON" ? undefined : toolsAt(path === "" ? key : path + "." + key),
  set: () => { throw new TypeError("tools cannot be assigned to"); },
  apply: (_, __, given) => {
    if (path === "") throw new TypeError("tools is not a function: call tools.<source>.<name>(args)");
    return callTool(questions[path] ? "human" : "tool", path, given[0]);
  }
});
define("tools", toolsAt(""));
define("human", freeze({
  approve: (request) => callTool("human", "human.approve", request),
  ask: (request) => callTool("human", "human.ask", request),
  open: (request) => callTool("human", "human.open", request)
}));
define("yieldControl", () => ask("yield", "yieldControl", "null", programFrames()));

const longestTimer = 2147483647;
const timers = new M();
let lastTimer = 0;
define("setTimeout", (callback, delay, ...given) => {
  if (typeof callback !== "function") throw new TypeError("setTimeout: the callback is not a function");
  const wish = floor(num(delay));
  const ms = str(wish > 0 ? (wish < longestTimer ? wish : longestTimer) : 0), frames = programFrames();
  let refused;
  const due = new P((resolve, reject) => register("timer", "setTimeout", ms, frames, resolve, (error) => { refused = error; reject(error); }));
  // As platforms do it: what is wrong with the call is thrown at the call.
  if (refused !== undefined) { then(due, undefined, () => {}); throw refused; }
  const id = ++lastTimer;
  set(timers, id, true);
  then(due, () => { if (del(timers, id)) callback(...given); });
  return id;
});
define("clearTimeout", (id) => { del(timers, id); });

const settle = (id, ok, json) => {
  const waiting = get(pending, id);
  if (waiting === undefined) return;
  del(pending, id);
  let value;
  try { value = json === undefined ? undefined : parse(json); } catch (thrown) {
    return waiting.reject(failure({ __proto__: null, name: "ToolError", code: "invalid_result", message: waiting.path + ": the result cannot be read: " + reasonOf(thrown) }, waiting.frames));
  }
  if (ok) waiting.resolve(value); else waiting.reject(failure(value === null || typeof value !== "object" ? { __proto__: null } : value, waiting.frames));
};
`
