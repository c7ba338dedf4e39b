/**
 * The part of the prelude with what platforms offer and QuickJS lacks. Part of one closure, see prelude.ts.
 * Random numbers are mulberry32 from the run's seed. URLs are parsed by the host: strings in, strings out.
 */
export const platformPart = `
let state = seedOfRun | 0;
const random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = imul(state ^ (state >>> 15), 1 | state);
  t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
own(Math, "random", random, false);

const hex = (byte) => (byte < 16 ? "0" : "") + numberText(byte, 16);
const numberText = bind(Number.prototype.toString);
const randomUUID = () => {
  let text = "";
  for (let i = 0; i < 16; i++) {
    const byte = floor(random() * 256);
    text += hex(i === 6 ? (byte & 15) | 64 : i === 8 ? (byte & 63) | 128 : byte);
    if (i === 3 || i === 5 || i === 7 || i === 9) text += "-";
  }
  return text;
};
define("crypto", freeze({ randomUUID }));

const deepFreeze = (root) => {
  const rest = [root];
  while (rest.length > 0) {
    const value = rest[rest.length - 1];
    rest.length--;
    if (value === null || typeof value !== "object") continue;
    freeze(value);
    const inner = isArray(value) ? value : values(value);
    for (let i = 0; i < inner.length; i++) push(rest, inner[i]);
  }
  return root;
};
defineProperty(globalThis, "args", { __proto__: null, value: argsJson === undefined ? undefined : deepFreeze(parse(argsJson)), writable: false, configurable: false, enumerable: false });

class URLSearchParams {
  #pairs;
  #changed = () => {};
  constructor(init) {
    if (init === undefined || init === null) this.#pairs = [];
    else if (typeof init !== "object") this.#pairs = parse(hostUrl("params", str(init), "", ""));
    else if (typeof init[Symbol.iterator] === "function") this.#pairs = [...init].map((pair) => { const [name, value] = pair; return [str(name), str(value)]; });
    else this.#pairs = keys(init).map((name) => [name, str(init[name])]);
  }
  static of(text, changed) { const params = new URLSearchParams(text); params.#changed = changed; return params; }
  append(name, value) { push(this.#pairs, [str(name), str(value)]); this.#changed(); }
  delete(name, value) { this.#pairs = this.#pairs.filter((pair) => pair[0] !== str(name) || (value !== undefined && pair[1] !== str(value))); this.#changed(); }
  get(name) { const found = this.#pairs.find((pair) => pair[0] === str(name)); return found === undefined ? null : found[1]; }
  getAll(name) { return this.#pairs.filter((pair) => pair[0] === str(name)).map((pair) => pair[1]); }
  has(name, value) { return this.#pairs.some((pair) => pair[0] === str(name) && (value === undefined || pair[1] === str(value))); }
  set(name, value) {
    const at = this.#pairs.findIndex((pair) => pair[0] === str(name));
    if (at < 0) push(this.#pairs, [str(name), str(value)]);
    else this.#pairs = this.#pairs.map((pair, index) => index === at ? [pair[0], str(value)] : pair).filter((pair, index) => index <= at || pair[0] !== str(name));
    this.#changed();
  }
  sort() { this.#pairs.sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0); this.#changed(); }
  forEach(callback, self) { for (const [name, value] of this.#pairs) callback.call(self, value, name, this); }
  get size() { return this.#pairs.length; }
  *keys() { for (const pair of this.#pairs) yield pair[0]; }
  *values() { for (const pair of this.#pairs) yield pair[1]; }
  *entries() { for (const pair of this.#pairs) yield [pair[0], pair[1]]; }
  [Symbol.iterator]() { return this.entries(); }
  toString() { return hostUrl("text", stringify(this.#pairs), "", ""); }
  get [Symbol.toStringTag]() { return "URLSearchParams"; }
}
const readParams = URLSearchParams.of;
delete URLSearchParams.of;

class URL {
  #parts;
  #params;
  constructor(url, base) {
    const json = hostUrl("parse", str(url), base === undefined ? "" : str(base), "");
    if (json === undefined) { const error = new TypeError("Invalid URL: " + cut(str(url))); error.code = "ERR_INVALID_URL"; throw error; }
    this.#parts = parse(json);
  }
  #assign(part, value) { this.#parts = parse(hostUrl("set", this.#parts.href, part, str(value))); this.#params = undefined; }
  static canParse(url, base) { return hostUrl("parse", str(url), base === undefined ? "" : str(base), "") !== undefined; }
  static parse(url, base) { return URL.canParse(url, base) ? new URL(url, base) : null; }
  get origin() { return this.#parts.origin; }
  get searchParams() {
    return this.#params ??= readParams(this.#parts.search, () => { const kept = this.#params; this.#assign("search", str(kept)); this.#params = kept; });
  }
  toString() { return this.#parts.href; }
  toJSON() { return this.#parts.href; }
  get [Symbol.toStringTag]() { return "URL"; }
  static {
    for (const part of ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]) {
      defineProperty(URL.prototype, part, {
        __proto__: null, configurable: true, enumerable: true,
        get() { return this.#parts[part]; },
        set(value) {
          if (part === "href" && !URL.canParse(value)) throw new TypeError("Invalid URL: " + cut(str(value)));
          this.#assign(part, value);
        }
      });
    }
  }
}
define("URL", URL);
define("URLSearchParams", URLSearchParams);
`
