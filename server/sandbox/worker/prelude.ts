import { callsPart } from "./prelude-calls"
import { outputPart } from "./prelude-output"
import { platformPart } from "./prelude-platform"

/**
 * Runs inside the VM before the program. Evaluates to a function of the host's functions, which gives
 * `{ run, settle, explain }`; only the host holds those.
 * It takes its own copies of the built-ins it needs: a program may overwrite `JSON.stringify` without lying to the host
 * about anybody but itself. The host functions are the one way out; they take and give strings and numbers, and every
 * limit is kept on their side.
 * A change of what this text does changes replay: raise the journal's `engineVersion` with it.
 */
const builtIns = `
"use strict";
const { parseInt, TypeError, RangeError, Proxy, Set, Symbol } = globalThis, { stringify, parse } = JSON, { freeze, defineProperty, keys, values } = Object;
const P = Promise, E = Error, M = Map, str = String, num = Number, imul = Math.imul, floor = Math.floor, isArray = Array.isArray;
const bind = (method) => Function.prototype.call.bind(method);
const get = bind(M.prototype.get), set = bind(M.prototype.set), del = bind(M.prototype.delete), then = bind(P.prototype.then);
const slice = bind(String.prototype.slice), indexOf = bind(String.prototype.indexOf), lastIndexOf = bind(String.prototype.lastIndexOf);
const hasOwn = bind(Object.prototype.hasOwnProperty), push = bind(Array.prototype.push);
const own = (target, name, value, enumerable) => defineProperty(target, name, { __proto__: null, value, writable: true, configurable: true, enumerable });
const define = (name, value) => own(globalThis, name, value, false);
`

export const prelude = `((hostCall, hostEmit, hostLog, hostOver, hostUrl, seedOfRun, argsJson) => {${builtIns}${callsPart}${outputPart}${platformPart}
return { run, settle, explain };
})`

/** The names under which errors tell where they come from. */
export const programFile = "program.ts"
export const preludeFile = "signalbox"
