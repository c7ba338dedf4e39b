export interface StreamedEvent {
  readonly id: string
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: what an event holds is what the tests assert
  readonly data: any
}

const parse = (block: string): StreamedEvent | null => {
  const fields = block.split("\n").filter((line) => line !== "" && !line.startsWith(":"))
  const fieldOf = (name: string) =>
    fields
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart())
      .join("\n")
  const data = fieldOf("data")
  return data === "" ? null : { id: fieldOf("id"), type: fieldOf("event"), data: JSON.parse(data) }
}

/** Reads server-sent events until `enough` says so, the stream ends, or `signal` aborts; then lets go of the connection. */
export const readEvents = async (
  url: string,
  options: { readonly headers?: Record<string, string>; readonly enough?: (events: ReadonlyArray<StreamedEvent>) => boolean; readonly signal?: AbortSignal }
): Promise<{ readonly events: ReadonlyArray<StreamedEvent>; readonly ended: boolean; readonly status: number }> => {
  const letGo = new AbortController()
  const signal = AbortSignal.any([letGo.signal, ...(options.signal ? [options.signal] : [])])
  const answer = await fetch(url, { headers: { accept: "text/event-stream", ...options.headers }, signal })
  const events: Array<StreamedEvent> = []
  if (answer.body === null || !answer.ok) return { events, ended: true, status: answer.status }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  while (true) {
    const { done, value } = await reader.read()
    if (done) return { events, ended: true, status: answer.status }
    text += value.replaceAll("\r\n", "\n")
    const blocks = text.split("\n\n")
    text = blocks.pop() ?? ""
    for (const block of blocks) {
      const event = parse(block)
      if (event) events.push(event)
    }
    if (options.enough?.(events)) {
      letGo.abort()
      return { events, ended: false, status: answer.status }
    }
  }
}
