// The JavaScript that a browser is sent with `/runs`, gzipped: what the page names, without what it fetches later (chart, dialogs, panel).
import { adminEnvironment, signedIn } from "../e2e/http-client"
import { scriptBytes } from "../e2e/script-bytes"
import { startSignalbox } from "../e2e/signalbox-process"

const pages = ["/runs", "/approvals", "/runs/new"]

export default async (): Promise<Readonly<Record<string, number>>> => {
  const signalbox = await startSignalbox({ env: adminEnvironment })
  try {
    const call = await signedIn(signalbox)
    const figures: Record<string, number> = {}
    for (const page of pages) figures[`${page} KB`] = (await scriptBytes(signalbox.url, String((await call("GET", page)).body))) / 1024
    return figures
  } finally {
    await signalbox.dispose()
  }
}
