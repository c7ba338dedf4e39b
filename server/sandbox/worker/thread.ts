import type { JSValueHandle, QuickJS } from "quickjs-wasi"
import { prelude, preludeFile } from "./prelude"
import type { WorkerData } from "./protocol"
import { TypeStripper } from "./strip-types"

/** What all programs of a thread share; nothing of it holds anything of a program. */
export class Thread {
  readonly stripper = new TypeStripper()
  private bytecode: Uint8Array | undefined

  constructor(
    readonly data: WorkerData,
    /** Tells the server's log of a fault of our own. */
    readonly report: (run: number, cause: unknown) => void
  ) {}

  /** The prelude's installer in this VM. Compiled once: parsing it was most of what a run's start cost (measured). */
  preludeIn(vm: QuickJS): JSValueHandle {
    this.bytecode ??= vm.compile(prelude, preludeFile)
    return vm.evalBytecode(this.bytecode)
  }
}
