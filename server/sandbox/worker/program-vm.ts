import { Intrinsics, type JSValueHandle, QuickJS } from "quickjs-wasi"
import type { SandboxStart } from "../code-runner"
import type { WorkerData } from "./protocol"
import { noImport } from "./strip-types"
import { urlOperation } from "./url-host"

/** What a VM is told by its guest, and what it tells it. */
export interface VmHost {
  /** The program's clock, epoch ms. */
  readonly clock: () => number
  readonly mustStop: () => boolean
  readonly call: (kind: string, id: number, path: string, args: string, line: number) => string | undefined
  readonly emit: (json: string) => string | undefined
  /** True when the log is full and no more lines are wanted. */
  readonly log: (level: string, text: string) => boolean
  readonly over: (how: string, json: string) => void
  readonly rejected: (promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean) => void
}

/** The program's side, held by the host alone. */
export interface ProgramApi {
  readonly run: (program: JSValueHandle) => void
  readonly settle: (id: number, ok: boolean, json: string | undefined) => void
  readonly explain: (value: JSValueHandle) => string
}

/** A VM, and how large its memory has ever been. */
export interface ProgramVm {
  readonly vm: QuickJS
  readonly grownTo: () => number
}

/** The runtime itself lives in the same memory, so the program's share must end before the memory does. */
const runtimeBytes = 8 << 20

export const createVm = async (thread: WorkerData, memoryBytes: number, host: VmHost): Promise<ProgramVm> => {
  let grownTo = (): number => 0
  const vm = await QuickJS.create({
    wasm: thread.modules.quickjs,
    extensions: [
      { name: "encoding", wasm: thread.modules.encoding },
      { name: "structured-clone", wasm: thread.modules.structuredClone }
    ],
    memoryLimit: Math.min(memoryBytes, thread.maxVmBytes - runtimeBytes),
    maxStackSize: thread.maxStackBytes,
    timezoneOffset: 0,
    // What these show depends on when the collector runs and on the machine's clock; a replay could not repeat it.
    intrinsics: Intrinsics.ALL & ~Intrinsics.WEAK_REF & ~Intrinsics.PERFORMANCE,
    interruptHandler: host.mustStop,
    onUnhandledRejection: host.rejected,
    moduleLoader: { normalize: () => "import", load: () => `throw new TypeError(${JSON.stringify(noImport)})` },
    // The package asks the factory before the memory exists, so it is read at each call.
    wasi: (memory) => {
      grownTo = () => memory.buffer.byteLength
      return {
        clock_time_get: (_id: number, _precision: bigint, at: number) => {
          new DataView(memory.buffer).setBigUint64(at, BigInt(Math.trunc(host.clock())) * 1_000_000n, true)
          return 0
        },
        random_get: (at: number, length: number) => {
          new Uint8Array(memory.buffer, at, length).fill(0)
          return 0
        },
        // The default writes to the server's own stdout.
        fd_write: () => 8
      }
    }
  })
  return { vm, grownTo: () => grownTo() }
}

/** Runs the prelude. No host function throws: the package would copy the error, host paths included, into the VM. */
export const installPrelude = (vm: QuickJS, install: JSValueHandle, host: VmHost, start: SandboxStart): ProgramApi => {
  const optional = (text: string | undefined): JSValueHandle => (text === undefined ? vm.undefined : vm.newString(text))
  const text = (handle: JSValueHandle | undefined): string => handle?.toString() ?? ""
  const number = (handle: JSValueHandle | undefined): number => handle?.toNumber() ?? 0
  const api = vm.callFunction(
    install,
    vm.undefined,
    vm.newFunction("hostCall", (kind, id, path, args, line) => optional(host.call(text(kind), number(id), text(path), text(args), number(line)))),
    vm.newFunction("hostEmit", (json) => optional(host.emit(text(json)))),
    vm.newFunction("hostLog", (level, line) => (host.log(text(level), text(line)) ? vm.true : vm.false)),
    vm.newFunction("hostOver", (how, json) => {
      host.over(text(how), text(json))
      return vm.undefined
    }),
    vm.newFunction("hostUrl", (operation, first, second, third) => optional(urlOperation(text(operation), text(first), text(second), text(third)))),
    vm.newNumber(start.seed),
    optional(start.args)
  )
  const [run, settle, explain] = [api.getProp("run"), api.getProp("settle"), api.getProp("explain")]
  return {
    run: (program) => vm.callFunction(run, vm.undefined, program).dispose(),
    settle: (id, ok, json) =>
      vm.withScope(() => {
        vm.callFunction(settle, vm.undefined, vm.newNumber(id), ok ? vm.true : vm.false, optional(json))
      }),
    explain: (value) => vm.withScope(() => vm.callFunction(explain, vm.undefined, value).toString())
  }
}
