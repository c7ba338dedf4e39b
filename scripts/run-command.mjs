import { spawn } from "node:child_process"
import { constants } from "node:os"
import { root } from "./paths.mjs"

/** Runs a program to its end with our output, and resolves with its exit code. A signal to us ends it first, then us: nothing keeps building behind a closed terminal. */
export const runCommand = (command, args, { env = {}, quiet = false } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"]
    })
    let output = ""
    child.stdout?.on("data", (chunk) => (output += chunk))
    child.stderr?.on("data", (chunk) => (output += chunk))
    let stoppedBy = null
    const stop = (signal) => {
      stoppedBy = signal
      child.kill(signal)
    }
    process.on("SIGTERM", stop).on("SIGINT", stop)
    const settle = () => process.off("SIGTERM", stop).off("SIGINT", stop)
    child.on("error", (error) => {
      settle()
      reject(error)
    })
    child.on("close", (code, signal) => {
      settle()
      if (stoppedBy) process.exit(128 + constants.signals[stoppedBy])
      resolve({ code: code ?? 128 + constants.signals[signal], output })
    })
  })

/** npm as it was called, so that a second npm on the path does not install with other rules. */
export const runNpm = (args) => {
  const cli = process.env.npm_execpath
  return cli?.endsWith(".js") ? runCommand(process.execPath, [cli, ...args]) : runCommand("npm", args)
}
