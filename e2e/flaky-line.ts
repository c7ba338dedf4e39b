// A line between the browser and a server that a test can cut, hold up and mend: what networks do.
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

export interface FlakyLine {
  readonly port: number
  readonly url: string
  /** Where the server listens, by now. */
  to(port: number): void
  /** Nothing arrives any more, and nobody is told. */
  hold(): void
  /** What was held arrives. */
  release(): void
  /** Every connection breaks, and new ones are refused until `mend`. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export const startFlakyLine = async (): Promise<FlakyLine> => {
  let target = 0
  let isCut = false
  let isHeld = false
  const open = new Set<Socket>()
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(target, "127.0.0.1")
    for (const [socket, other] of [
      [near, far],
      [far, near]
    ] as const) {
      open.add(socket)
      socket.on("error", () => other.destroy())
      socket.on("close", () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
      if (isHeld) socket.pause()
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the line has no port")
  const { port } = address
  return {
    port,
    url: `http://localhost:${port}`,
    to: (next) => {
      target = next
    },
    hold: () => {
      isHeld = true
      for (const socket of open) socket.pause()
    },
    release: () => {
      isHeld = false
      for (const socket of open) socket.resume()
    },
    cut: () => {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, "close")
    }
  }
}
