import { closeSync, mkdirSync, openSync, readFileSync, statSync, unlinkSync, utimesSync, writeSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { state } from "./paths.mjs"
import { isAlive } from "./process-alive.mjs"

const heartbeatMs = 2_000
// A holder whose process cannot be asked (another container on the same folder, a reused pid) counts as dead after this silence.
const silenceMs = 30_000

const take = (path) => {
  try {
    const file = openSync(path, "wx")
    writeSync(file, JSON.stringify({ pid: process.pid, host: hostname() }))
    closeSync(file)
    return true
  } catch (error) {
    if (error.code === "EEXIST") return false
    throw error
  }
}

const isAbandoned = (path) => {
  try {
    const silent = Date.now() - statSync(path).mtimeMs > silenceMs
    const text = readFileSync(path, "utf8")
    // An empty file is a holder between creating and writing it.
    if (silent || text === "") return silent
    const holder = JSON.parse(text)
    return holder.host === hostname() && !isAlive(holder.pid)
  } catch (error) {
    if (error.code === "ENOENT") return false
    throw error
  }
}

const remove = (path) => {
  try {
    unlinkSync(path)
  } catch (error) {
    if (error.code !== "ENOENT") throw error
  }
}

/** Removes an abandoned lock. A second lock guards it: otherwise two waiters could each judge the old one, and the slower remove the new holder's. */
const clearIfAbandoned = (path) => {
  const guard = `${path}.clearing`
  if (!take(guard)) {
    if (isAbandoned(guard)) remove(guard)
    return
  }
  try {
    if (isAbandoned(path)) remove(path)
  } finally {
    remove(guard)
  }
}

/** Runs `work` while no other process does; a holder that was killed is noticed and succeeded. */
export const withLock = async (name, onWait, work) => {
  mkdirSync(state, { recursive: true })
  const path = join(state, `${name}.lock`)
  let told = false
  while (!take(path)) {
    clearIfAbandoned(path)
    if (!told) onWait()
    told = true
    await sleep(200)
  }
  const beat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(path, now, now)
    } catch {
      // Gone: somebody cleaned the folder. The work goes on; what it leaves is complete or not there.
    }
  }, heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    remove(path)
  }
}
