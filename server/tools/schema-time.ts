import { createContext, Script } from "node:vm"

const limits = {
  /** Long for a check, short for everybody else who waits meanwhile. */
  checkMs: 1_000,
  /** Schemas of real APIs have thousands of parts; each is made into a check once. */
  compileMs: 5_000
}

/** It was stopped: what it was about costs too much. */
export const tooLong = Symbol("too long")

/**
 * Runs what a schema of somebody else decides the cost of. A few lines of schema may ask for more steps than there is time:
 * two alternatives that contain themselves double them with every level of the value. The engine itself stops it then.
 */
export const makeSchemaTime = ({ checkMs, compileMs } = limits) => {
  const given: { work: () => void } = { work: () => undefined }
  const context = createContext(given)
  const script = new Script("work()")
  const within = <A>(ms: number, work: () => A): A | typeof tooLong => {
    let made: A | typeof tooLong = tooLong
    given.work = () => {
      made = work()
    }
    try {
      script.runInContext(context, { timeout: ms })
      return made
    } catch (error) {
      if (isTimeout(error)) return tooLong
      throw error
    }
  }
  return {
    toCompile: <A>(work: () => A): A | typeof tooLong => within(compileMs, work),
    toCheck: <A>(work: () => A): A | typeof tooLong => within(checkMs, work)
  }
}

const isTimeout = (error: unknown): boolean => typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
