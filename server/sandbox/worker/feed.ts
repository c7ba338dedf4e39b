import type { Call, ReplayEntry, Settle } from "../../journal/entry"

/**
 * A recorded journal, read back while the program runs again. Pure.
 * What a program does follows from the settlements it got and their order alone. Calls and settlements of a journal
 * interleave by the time of their commits, which says nothing: a batch of settlements is recorded before the first of
 * them is delivered, so the calls it causes stand behind all of it. Therefore:
 * I1 Calls are compared by their number, and a recorded number must be the recorded call.
 * I2 Settlements are handed out in recorded order, each when its call was made again.
 * I3 A number the journal does not have is a new call, also in the middle: its record was lost with the process.
 */
export class Feed {
  /** What makes the replay wrong; set once. */
  divergence: string | undefined
  readonly open = new Map<number, Call>()
  private readonly calls = new Map<number, Call>()
  private readonly settles: Array<Settle> = []
  private position = 0
  private made = 0

  constructor(entries: ReadonlyArray<ReplayEntry>) {
    for (const entry of entries) {
      if (entry._tag === "Call") this.calls.set(entry.id, entry)
      else this.settles.push(entry)
    }
  }

  /** Turns of the past are being repeated. */
  get replaying(): boolean {
    return this.position < this.settles.length || this.made < this.calls.size
  }

  recorded(id: number): boolean {
    return this.calls.has(id)
  }

  called(call: Call): void {
    this.open.set(call.id, call)
    const expected = this.calls.get(call.id)
    if (expected === undefined) return
    this.made++
    if (expected.kind !== call.kind || expected.path !== call.path) this.diverge(expected, `it made ${named(call)}`)
    // The arguments themselves stay out: a message is read by people who may not see every value.
    else if (expected.args !== call.args) this.diverge(expected, `it made ${named(call)} with other arguments`)
  }

  settled(id: number): void {
    this.open.delete(id)
  }

  /** The recorded settlement to deliver next. `over`: the program has ended. */
  next(over: boolean): Settle | undefined {
    while (this.divergence === undefined) {
      const settle = this.settles[this.position]
      if (settle === undefined) return undefined
      if (!this.open.has(settle.id)) {
        const state = over ? "had ended" : "was waiting"
        this.divergence = `the replay differs from the journal: the journal answers call #${settle.id}, but the program ${state} without making it`
        return undefined
      }
      this.position++
      // What was recorded in one batch with the settlement that ended the program was never delivered.
      if (!over) return settle
    }
    return undefined
  }

  /** Called when nothing is left to deliver: the recorded calls must all have been made by now. */
  finish(over: boolean): void {
    if (this.made >= this.calls.size || this.divergence !== undefined) return
    for (const [id, call] of this.calls) {
      if (this.open.has(id) || this.settles.some((settle) => settle.id === id)) continue
      this.diverge(call, over ? "it had ended without making it" : "it waited without making it")
      return
    }
  }

  private diverge(expected: Call, came: string): void {
    this.divergence ??= `the replay differs from the journal: the journal says that the program made ${named(expected)}, but ${came}`
  }
}

const named = (call: Call): string => `call #${call.id} ${call.path}${call.line === null ? "" : ` (line ${call.line})`}`
