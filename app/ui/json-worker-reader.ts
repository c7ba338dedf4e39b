import type { JsonQuestion, JsonReader, JsonReply } from "./json-reader"

type Unnumbered<Q> = Q extends unknown ? Omit<Q, "id"> : never

/** A worker that holds one large value; the page asks it for what is on screen. */
export class JsonWorkerReader {
  private readonly worker = new Worker(new URL("./json-worker.ts", import.meta.url), { type: "module" })
  private readonly waiting = new Map<number, { readonly resolve: (reply: JsonReply) => void; readonly reject: (error: Error) => void }>()
  private asked = 0

  constructor(private readonly onProgress: (bytes: number) => void) {
    this.worker.addEventListener("message", ({ data }: MessageEvent<JsonReply>) => this.hear(data))
    this.worker.addEventListener("error", () => this.fail("It could not be read here. Download it instead."))
  }

  async load(href: string): Promise<{ readonly reader: JsonReader; readonly bytes: number }> {
    const loaded = await this.ask({ type: "load", href })
    if (loaded.type !== "loaded") throw new Error("It could not be read.")
    const reader: JsonReader = {
      root: loaded.root,
      entries: async (path, from, count) => {
        const reply = await this.ask({ type: "entries", path, from, count })
        return reply.type === "entries" ? reply.entries : []
      },
      node: async (path, mostText) => {
        const reply = await this.ask({ type: "node", path, mostText })
        return reply.type === "node" ? reply.node : { kind: "null", text: "undefined" }
      },
      search: async (words, most) => {
        const reply = await this.ask({ type: "search", words, most })
        return reply.type === "found" ? reply.found : { matches: [], more: false }
      }
    }
    return { reader, bytes: loaded.bytes }
  }

  close(): void {
    this.worker.terminate()
    this.fail("It was closed.")
  }

  private ask(question: Unnumbered<JsonQuestion>): Promise<JsonReply> {
    this.asked += 1
    const id = this.asked
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.worker.postMessage({ ...question, id })
    })
  }

  private hear(reply: JsonReply): void {
    if (reply.type === "progress") {
      this.onProgress(reply.bytes)
      return
    }
    const waiting = this.waiting.get(reply.id)
    this.waiting.delete(reply.id)
    if (reply.type === "failed") waiting?.reject(new Error(reply.message))
    else waiting?.resolve(reply)
  }

  private fail(message: string): void {
    for (const { reject } of this.waiting.values()) reject(new Error(message))
    this.waiting.clear()
  }
}
