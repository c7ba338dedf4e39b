import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bootstrapToken, type Credentials, get, openServer, read, signInAdmin } from "../fixtures/http-world"
import { doorOfTheApi } from "./http-api/door"
import { furtherSourcesOfTheApi } from "./http-api/further-sources"
import { hostileTextsOfTheApi } from "./http-api/hostile-texts"
import { hostsOfTheApi } from "./http-api/hosts"
import { interactionsOfTheApi } from "./http-api/interactions"
import { rulesOfTheApi } from "./http-api/rules"
import { runFiltersOfTheApi } from "./http-api/run-filters"
import { runsOfTheApi } from "./http-api/runs"
import { submit } from "./http-api/shared"
import { sourcesOfTheApi } from "./http-api/sources"
import { streamsOfTheApi } from "./http-api/streams"
import { webhooksOfTheApi } from "./http-api/webhooks"

/** The contract of the HTTP API, through the routes, on the real server. */
export const httpApiContract = (name: string, database: () => Promise<string | undefined>) =>
  describe(`HTTP API on ${name}`, () => {
    let close: () => Promise<void> = async () => undefined
    let admin: Credentials = {}
    beforeAll(async () => {
      close = await openServer(await database())
      admin = await signInAdmin()
    })
    afterAll(() => close())

    const parts = [
      runsOfTheApi,
      runFiltersOfTheApi,
      interactionsOfTheApi,
      rulesOfTheApi,
      streamsOfTheApi,
      sourcesOfTheApi,
      furtherSourcesOfTheApi,
      webhooksOfTheApi,
      hostsOfTheApi,
      doorOfTheApi,
      hostileTextsOfTheApi
    ]
    for (const part of parts) part(name, () => admin)

    it("the tools are listed with what the rules say of them", async () => {
      const Tools = Schema.Struct({
        items: Schema.Array(
          Schema.Struct({ path: Schema.String, source: Schema.String, policy: Schema.String, inputSchema: Schema.Json, description: Schema.String })
        )
      })
      const { items } = await read(await get("/api/v1/tools?source=demo"), 200, Tools)
      expect(items.map(({ path }) => path).toSorted()).toEqual([
        "demo.echo",
        "demo.fail",
        "demo.slow",
        "demo.tickets.create",
        "demo.tickets.delete",
        "demo.tickets.get",
        "demo.tickets.list"
      ])
      expect(items.find(({ path }) => path === "demo.tickets.list")?.policy).toBe("allow")
      expect(items.find(({ path }) => path === "demo.tickets.delete")?.policy).toBe("require_approval")
      expect((await read(await get("/api/v1/tools?q=create%20ticket"), 200, Tools)).items[0]?.path).toBe("demo.tickets.create")
    })

    it("health needs no login and names the store", async () => {
      const answer = await get("/api/health", {})
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ status: "ok", store: name === "SQLite" ? "sqlite" : "postgresql" })
    })

    it("no answer holds a secret of the installation", async () => {
      const run = await submit("return 1")
      expect(await (await get(`/api/v1/runs/${run.id}`)).text()).not.toContain(bootstrapToken)
      expect(await (await get("/api/health", {})).text()).not.toContain(bootstrapToken)
    })
  })
