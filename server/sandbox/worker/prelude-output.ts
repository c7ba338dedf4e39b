/** The part of the prelude that tells: output, log, and how the program ended. Part of one closure, see prelude.ts. */
export const outputPart = `
const jsonOf = (what, value) => {
  try { return stringify(value); } catch (thrown) { throw new TypeError(what + ": the item is not JSON: " + reasonOf(thrown)); }
};
const contentItem = (value) => { const json = jsonOf("emit", value); return '{"type":"content","content":' + (json === undefined ? "null" : json) + "}"; };
const itemOf = (item) => {
  if (item !== null && typeof item === "object") {
    const type = item.type;
    if (type === "content" && "content" in item) return contentItem(item.content);
    if (type === "notification" && typeof item.message === "string") return stringify({ type, message: item.message });
    if (type === "file" && typeof item.name === "string" && typeof item.mimeType === "string" && typeof item.data === "string") {
      return stringify({ type, name: item.name, mimeType: item.mimeType, data: item.data });
    }
  }
  return contentItem(item);
};
const send = (name, json) => { const refused = hostEmit(json); if (refused !== undefined) throw new RangeError(name + ": " + refused); };
define("emit", (item) => send("emit", itemOf(item)));
define("notify", (message) => send("notify", stringify({ type: "notification", message: str(message) })));

const longestLine = 8192;
const cut = (text) => text.length <= longestLine ? text : slice(text, 0, longestLine) + " … (" + (text.length - longestLine) + " more characters)";
const errorText = (error) => {
  const text = str(error.name) + ": " + str(error.message), line = typeof error.stack === "string" ? lineOf(error.stack) : 0;
  return line > 0 ? text + " (line " + line + ")" : text;
};
const show = (value) => {
  try {
    if (typeof value === "string") return value;
    if (typeof value === "function") return "[function " + str(value.name) + "]";
    if (typeof value === "bigint") return str(value) + "n";
    if (value instanceof E) return errorText(value);
    if (value instanceof M) return "Map " + stringify([...value]);
    if (value instanceof Set) return "Set " + stringify([...value]);
    const text = stringify(value);
    return text === undefined ? str(value) : text;
  } catch { try { return str(value); } catch { return "[unprintable]"; } }
};
let logIsFull = false;
const log = (level) => (...given) => {
  if (logIsFull) return;
  let text = "";
  for (let i = 0; i < given.length && text.length <= longestLine; i++) text += (i > 0 ? " " : "") + show(given[i]);
  logIsFull = hostLog(level, cut(text));
};
const info = log("info"), debug = log("debug"), warn = log("warn"), error = log("error");
define("console", { log: info, info, debug, warn, error, dir: info, table: info, trace: debug });

const threw = (thrown) => {
  if (thrown === null) return hostOver("null", "");
  let name = "Error", message, stack, declined = false;
  try {
    if (thrown !== null && typeof thrown === "object") {
      if (thrown.name !== undefined) name = str(thrown.name);
      message = thrown.message === undefined ? show(thrown) : str(thrown.message);
      stack = thrown.stack === undefined ? undefined : str(thrown.stack);
      declined = thrown instanceof ToolDeclinedError;
    } else message = show(thrown);
  } catch { message = "an error that cannot be read"; }
  hostOver("threw", stringify({ name: slice(name, 0, 200), message: cut(message), stack: stack === undefined ? undefined : slice(stack, 0, 4000), declined }));
};
const run = (program) => then(program(), (value) => {
  let json;
  try { json = stringify(value); } catch (thrown) { return threw(new TypeError("the program's result is not JSON: " + reasonOf(thrown))); }
  hostOver(json === undefined ? "nothing" : "returned", json === undefined ? "" : json);
}, threw);

// What an unhandled rejection looks like in the log.
const explain = (reason) => cut(show(reason));
`
