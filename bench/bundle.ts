// The JavaScript that a browser is sent with `/runs`, gzipped: what the page names, without what it fetches later (chart, dialogs, panel).
import { gzipSync } from "node:zlib"
import { adminEnvironment, signedIn } from "../e2e/http-client"
import { startSignalbox } from "../e2e/signalbox-process"

const pages = ["/runs", "/approvals", "/runs/new"]

/** What is marked `noModule` no browser fetches that runs the console. */
const scriptsIn = (html: string): ReadonlyArray<string> => {
  const old = new Set([...html.matchAll(/src="([^"]+)" noModule/gi)].map(([, path = ""]) => path))
  return [...new Set([...html.matchAll(/(?:src|href)="(\/_next\/[^"]+\.js[^"]*)"/g)].map(([, path = ""]) => path))].filter((path) => !old.has(path))
}

export default async (): Promise<Readonly<Record<string, number>>> => {
  const signalbox = await startSignalbox({ env: adminEnvironment })
  try {
    const call = await signedIn(signalbox)
    const figures: Record<string, number> = {}
    for (const page of pages) {
      const { body } = await call("GET", page)
      let bytes = 0
      for (const path of scriptsIn(String(body))) bytes += gzipSync(Buffer.from(await (await fetch(signalbox.url + path)).arrayBuffer())).length
      figures[`${page} KB`] = bytes / 1024
    }
    return figures
  } finally {
    await signalbox.dispose()
  }
}
