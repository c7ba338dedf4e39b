// Every page of the console with something on it, for the promises that hold on all of them.
import type { Page } from "@playwright/test"
import { addressOf, appPages } from "./app-pages"
import type { Call } from "./http-client"
import { asksWhoTakesIt, countsTickets, createsATicket } from "./programs"
import { expect } from "./test"

/** Real things to look at: a finished run, a question of each kind. */
const examples = async (asAdmin: Call) => {
  const submit = async (code: string) => (await asAdmin("POST", "/api/v1/runs", { code, waitMs: 30_000 })).body
  const finished = await submit(countsTickets("Looked at"))
  const waiting = await submit(createsATicket("Looked at while waiting"))
  const asking = await submit(asksWhoTakesIt("Looked at while asking"))
  return { finished, waiting, asking }
}

/** The page that asks about an MCP client. */
const asksAboutClient = async (asAdmin: Call): Promise<string> => {
  const redirect_uri = "https://client.example/callback"
  const { client_id } = (await asAdmin("POST", "/api/auth/oauth2/register", { client_name: "Looked at\u202e", redirect_uris: [redirect_uri] })).body
  const proof = { code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256" }
  return `/authorize?${new URLSearchParams({ response_type: "code", client_id, redirect_uri, ...proof })}`
}

interface Address {
  readonly address: string
  readonly signedIn: boolean
  /** Follows what happens, and says so once JavaScript has taken over. */
  readonly isLive: boolean
}

/** An address of every page, and of some of their forms that differ a lot. */
export const everyAddress = async (asAdmin: Call): Promise<ReadonlyArray<Address>> => {
  const { finished, waiting, asking } = await examples(asAdmin)
  const ids = { "/runs/[id]": `/runs/${waiting.id}`, "/approvals/[id]": `/approvals/${waiting.interactions[0].id}` }
  const pages = appPages().map((page) => ({ address: addressOf(page, ids), signedIn: page.signedIn }))
  const more = [
    `/runs/${finished.id}`,
    `/runs/${asking.id}`,
    `/approvals/${asking.interactions[0].id}`,
    "/runs?status=failed,sleeping",
    "/tools/add?kind=mcp",
    "/tools/add?kind=graphql",
    "/metrics?last=24h"
  ].map((address) => ({ address, signedIn: true }))
  const followed = [...pages, ...more].map((page) => ({ ...page, isLive: page.signedIn }))
  return [...followed, { address: await asksAboutClient(asAdmin), signedIn: true, isLive: false }]
}

/** Opens a page and waits until it can be used. */
export const settle = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.getByRole("main")).toBeVisible()
  // Approve and Decline wake half a second after the card appears; until then they look disabled.
  for (const button of await page.getByRole("button", { name: /^(Approve|Decline|Send)/ }).all()) await expect(button).toBeEnabled()
}
