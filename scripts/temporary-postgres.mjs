// A PostgreSQL of one's own for as long as a test run or a script takes: a free port, a temporary folder, no durability.
import { execFile, execFileSync } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)
const debianFolder = "/usr/lib/postgresql"

const outputOf = (command, args) => {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()
  } catch {
    return null
  }
}

const binaries = () => {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).filter((name) => /^\d+$/.test(name)) : []
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one)).map((name) => join(debianFolder, name, "bin"))
  const folder = [outputOf("pg_config", ["--bindir"]), ...newestFirst].find((candidate) => candidate && existsSync(join(candidate, "initdb")))
  if (folder) return folder
  throw new Error(
    "PostgreSQL's server programs (initdb, pg_ctl) were not found. Debian: apt-get install -y postgresql; macOS: brew install postgresql. They are only needed for tests and for making migrations."
  )
}

/** PostgreSQL refuses to run as root, so root hands it to a user without rights. */
const unprivileged = () => {
  if (process.getuid?.() !== 0) return {}
  for (const user of ["postgres", "nobody"]) {
    const uid = outputOf("id", ["-u", user])
    const gid = outputOf("id", ["-g", user])
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error("PostgreSQL does not run as root, and there is neither a user postgres nor nobody to run it as.")
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Between the moment a port was free and the server's start it may be given to anybody's connection; the server's own log says so. */
const wasTaken = (log) => existsSync(log) && /could not (bind|create any TCP\/IP sockets)/.test(readFileSync(log, "utf8"))
const portsTried = 5

const start = async (bin, data, folder, options) => {
  for (let tried = 1; ; tried++) {
    const port = await freePort()
    const log = join(folder, `log-${tried}`)
    const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200`
    try {
      await run(join(bin, "pg_ctl"), ["-w", "-t", "300", "-D", data, "-l", log, "-o", settings, "start"], options)
      return port
    } catch (error) {
      if (tried === portsTried || !wasTaken(log)) throw error
    }
  }
}

/** Starts it and returns `{ url, stop }`; `url` names the database `postgres`, whose user may do everything. */
export const startTemporaryPostgres = async () => {
  const bin = binaries()
  const as = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), "signalbox-postgres-"))
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, "data")
  const options = { ...as, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", TZ: "UTC" } }
  try {
    await run(join(bin, "initdb"), ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync", "-D", data], options)
    const port = await start(bin, data, folder, options)
    return {
      url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
      stop: async () => {
        await run(join(bin, "pg_ctl"), ["-w", "-m", "immediate", "-D", data, "stop"], options)
        rmSync(folder, { recursive: true, force: true })
      }
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`A temporary PostgreSQL could not be started: ${error.stderr || error.message}`)
  }
}
