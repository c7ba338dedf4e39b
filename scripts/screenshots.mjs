// `npm run screenshots`: starts a server of its own with things on it, and writes a picture of every page, wide and on a phone, light
// and dark, to `pictures/` (or the folder that is named). The pictures of README and docs are taken in the same go.
import { resolve } from "node:path"
import { root } from "./paths.mjs"
import { prepare } from "./prepare.mjs"
import { runCommand } from "./run-command.mjs"

process.chdir(root)
const folder = resolve(process.argv[2] ?? "pictures")
const build = await prepare({ build: true })
const { code } = await runCommand(process.execPath, ["node_modules/@playwright/test/cli.js", "test", "--project=pictures"], {
  env: { SIGNALBOX_DIST_DIR: build, PICTURES: folder }
})
process.exitCode = code
