import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]
const applications = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"]

/** The Chromium of `CHROMIUM_PATH`, else the system's, else null. */
export const findChromium = () => {
  const { CHROMIUM_PATH: chosen, PATH: path = "" } = process.env
  if (chosen) return chosen
  const candidates = path.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...candidates, ...applications].find((candidate) => existsSync(candidate)) ?? null
}
