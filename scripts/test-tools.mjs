// What tests need besides npm's packages. Root on Debian (that is CI) gets it installed, everybody else is told what is missing.
import { existsSync, readdirSync } from "node:fs"
import { delimiter, join } from "node:path"
import { findChromium } from "./chromium.mjs"
import { runCommand } from "./run-command.mjs"

const onPath = (name) => (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)))

const debianPostgres = () => {
  const folder = "/usr/lib/postgresql"
  return existsSync(folder) && readdirSync(folder).some((version) => existsSync(join(folder, version, "bin/initdb")))
}

const tools = {
  compiler: {
    parts: ["unit", "integration", "browser", "clone"],
    // better-sqlite3 is compiled when there is no binary of it for this machine.
    found: () => onPath("c++") && onPath("make") && onPath("python3"),
    packages: ["g++", "make", "python3"],
    missing: null
  },
  git: { parts: ["clone"], found: () => onPath("git"), packages: ["git"], missing: "The test that starts from a fresh clone needs git." },
  postgres: {
    parts: ["integration"],
    found: () => debianPostgres() || onPath("initdb") || onPath("pg_config"),
    packages: ["postgresql"],
    missing: "The integration tests need PostgreSQL's server programs. Debian: apt-get install -y postgresql; macOS: brew install postgresql."
  },
  chromium: {
    parts: ["browser", "clone"],
    found: () => findChromium() !== null,
    packages: ["chromium"],
    missing: "The browser tests need Chromium or Chrome. Debian: apt-get install -y chromium; elsewhere install Chrome, or name its program in CHROMIUM_PATH."
  }
}

const mayInstall = () => process.getuid?.() === 0 && onPath("apt-get")

/** Makes sure the tools of these parts are there; returns one sentence for each that is missing. */
export const ensureTools = async (parts) => {
  const wanted = Object.values(tools).filter((tool) => tool.parts.some((part) => parts.includes(part)))
  const absent = wanted.filter(({ found }) => !found())
  if (absent.length === 0) return []
  if (mayInstall()) {
    const packages = absent.flatMap((tool) => tool.packages)
    console.log(`Installing ${packages.join(", ")} …`)
    const env = { DEBIAN_FRONTEND: "noninteractive" }
    await runCommand("apt-get", ["update", "-qq"], { env, quiet: true })
    const { code, output } = await runCommand("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env, quiet: true })
    if (code !== 0) console.error(output)
  }
  return absent.flatMap(({ found, missing }) => (missing && !found() ? [missing] : []))
}
