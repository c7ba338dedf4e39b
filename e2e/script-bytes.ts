import { gzipSync } from "node:zlib"

/** What is marked `noModule` no browser fetches that runs the console. */
const scriptsIn = (html: string): ReadonlyArray<string> => {
  const old = new Set([...html.matchAll(/src="([^"]+)" noModule/gi)].map(([, path = ""]) => path))
  return [...new Set([...html.matchAll(/(?:src|href)="(\/_next\/[^"]+\.js[^"]*)"/g)].map(([, path = ""]) => path))].filter((path) => !old.has(path))
}

/** Bytes of the JavaScript that a page names, gzipped; without what is fetched later (overlays, chart, panel). */
export const scriptBytes = async (base: string, html: string): Promise<number> => {
  let bytes = 0
  for (const path of scriptsIn(html)) bytes += gzipSync(Buffer.from(await (await fetch(base + path)).arrayBuffer())).length
  return bytes
}
