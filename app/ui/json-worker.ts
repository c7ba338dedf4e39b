/*
 * Reads a large JSON value aside, so that the page never parses or walks it. Owns the value; answers with what is shown of it.
 */
import { entriesOf, nodeOf, searchJson, valueAt } from "./json-nodes"
import { type JsonQuestion, type JsonReply, mostViewedBytes } from "./json-reader"

const reply = (answer: JsonReply): void => self.postMessage(answer)

const textOf = async (id: number, href: string): Promise<{ readonly text: string; readonly bytes: number }> => {
  const answer = await fetch(href)
  if (!answer.ok || answer.body === null) throw new Error(answer.status === 404 ? "It is not there any more." : `The server answered ${answer.status}.`)
  const decoder = new TextDecoder()
  const reader = answer.body.getReader()
  const parts: Array<string> = []
  let bytes = 0
  let told = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > mostViewedBytes) {
      await reader.cancel()
      throw new Error("It is too large to be shown here. Download it instead.")
    }
    parts.push(decoder.decode(part.value, { stream: true }))
    if (bytes - told > 1 << 20) {
      told = bytes
      reply({ id, type: "progress", bytes })
    }
  }
  parts.push(decoder.decode())
  return { text: parts.join(""), bytes }
}

const serve = (): ((question: JsonQuestion) => Promise<void>) => {
  let root: unknown = null
  return async (question) => {
    const { id } = question
    switch (question.type) {
      case "load": {
        const { text, bytes } = await textOf(id, question.href)
        root = JSON.parse(text)
        reply({ id, type: "loaded", root: nodeOf(root), bytes })
        return
      }
      case "entries":
        reply({ id, type: "entries", entries: entriesOf(valueAt(root, question.path), question.from, question.count) })
        return
      case "node":
        reply({ id, type: "node", node: nodeOf(valueAt(root, question.path), question.mostText) })
        return
      case "search":
        reply({ id, type: "found", found: searchJson(root, question.words, question.most) })
        return
    }
  }
}

const answer = serve()
self.addEventListener("message", ({ data }: MessageEvent<JsonQuestion>) => {
  answer(data).catch((error: unknown) => reply({ id: data.id, type: "failed", message: error instanceof Error ? error.message : "It could not be read." }))
})
