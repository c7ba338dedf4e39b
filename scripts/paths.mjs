import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The folder of package.json, wherever the command was called from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What the scripts remember between starts: stamps, builds, locks. Ignored by git, safe to delete. */
export const state = join(root, ".signalbox")
