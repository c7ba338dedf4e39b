// An agent over the Model Context Protocol, with the clients that agents are made of; the person answers in the browser.
import { earlierClient, modernClient } from "../test/fixtures/mcp-clients"
import { bootstrapToken } from "./http-client"
import { createsATicket } from "./programs"
import { approvalsScreen } from "./screens/approvals-screen"
import { connectScreen } from "./screens/connect-screen"
import { runScreen } from "./screens/run-screen"
import { expect, test } from "./test"

for (const [name, connect] of [
  ["1.x", earlierClient],
  ["2.x", modernClient]
] as const) {
  test(`an agent with the ${name} SDK waits for the person in the browser, and cannot approve itself`, async ({ page, signalbox }) => {
    const title = `Asked over MCP with ${name}`
    const client = await connect({ url: signalbox.url, token: bootstrapToken })
    try {
      const paused = await client.call("execute", { code: createsATicket(title) })
      expect(paused.structured).toMatchObject({ status: "waiting_for_interaction" })
      const executionId = String(paused.structured["executionId"])
      expect(paused.structured["approvalUrl"]).toBe(`${signalbox.url}/approvals/${executionId}`)
      expect((await client.call("resume", { executionId, action: "accept" })).structured).toMatchObject({ status: "user_approval_required" })

      const waiting = client.call("wait", { executionId })
      const inbox = approvalsScreen(page)
      await inbox.open(executionId)
      await inbox.card.approve.click()
      await expect(inbox.card.receipt).toBeVisible()
      expect((await waiting).structured).toMatchObject({ status: "completed", result: { created: title } })

      await page.goto(`/runs/${paused.structured["runId"]}`)
      await expect(runScreen(page).status("Completed")).toBeVisible()
      await expect(page.getByText("by MCP").first()).toBeVisible()
    } finally {
      await client.close()
    }
  })
}

test("the page Connect has this server's address for each client", async ({ page, signalbox, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const screen = connectScreen(page)
  await screen.open()
  const endpoint = `${signalbox.url}/api/mcp`
  await expect(screen.configuration("Claude Code")).toContainText(`claude mcp add --transport http signalbox ${endpoint}`)
  await screen.client("VS Code").click()
  await expect(page).toHaveURL(/client=vs-code/)
  await expect(screen.configuration("VS Code")).toContainText(endpoint)
  await expect(runScreen(page).live("Live")).toBeVisible()
  await screen.configuration("VS Code").getByRole("button", { name: /^Copy/ }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`"url": "${endpoint}"`)
})
