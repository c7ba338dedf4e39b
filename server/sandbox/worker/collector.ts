import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** So many VMs that are gone are worth a collection at once; fewer wait for a quiet moment. */
const many = 64
/** A thread that starts nothing for so long is quiet. */
const quietMs = 1_000

/**
 * Gives the memory of VMs that are gone back to the machine. A VM's memory is outside V8's heap and small inside it, so
 * an idle thread would keep it for ever (measured: 300 waiting runs that left memory kept 180 MB).
 */
export class Collector {
  private gone = 0
  private timer: NodeJS.Timeout | undefined
  private readonly collect: () => void

  constructor() {
    // The flag opens the function to a new context, which is made for it alone; programs are in another machine altogether.
    setFlagsFromString("--expose-gc")
    this.collect = runInNewContext("gc")
  }

  /** A VM has been let go of. */
  left(): void {
    this.gone++
    if (this.gone % many === 0) this.run()
    else this.timer ??= setTimeout(() => this.run(), quietMs).unref()
  }

  /** A VM begins: whatever is to be collected can wait for it. */
  began(): void {
    if (this.timer === undefined) return
    this.timer.refresh()
  }

  private run(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.gone = 0
    this.collect()
  }
}
