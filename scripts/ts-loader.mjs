// node --import ./scripts/ts-loader.mjs file.ts
// Runs TypeScript as it lies in the repository. Worker threads inherit the flag, so their .ts entries load as well.
import { register } from "node:module"

register("./ts-hooks.mjs", import.meta.url)
