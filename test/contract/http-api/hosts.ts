import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { AllowedHost } from "../../../server/domain/host-entry"
import { apiUpstream, sendJson } from "../../fixtures/api-upstream"
import { type Credentials, del, get, post, read } from "../../fixtures/http-world"
import { Answered, asked, ended, failure, submit } from "./shared"

const All = Schema.Struct({ items: Schema.Array(AllowedHost) })

/** Private places that an admin lets calls reach. */
export const hostsOfTheApi = (_name: string, admin: () => Credentials) =>
  describe("hosts", () => {
    it("that an admin allows are reached from the next call on, and no longer once they are removed", async () => {
      // The environment of this server names 127.0.0.1; another address of this machine is still private.
      const webhook = { name: "Inside", url: "http://127.0.0.2:9/", events: ["run.failed"] }
      expect((await failure(await post("/api/v1/webhooks", webhook, admin()), 400)).message).toContain("once an admin allows it")
      const { items } = await read(await post("/api/v1/hosts", { host: "127.0.0.2/32", uses: ["private"] }, admin()), 201, All)
      expect(items).toMatchObject([
        { host: "127.0.0.1", uses: ["private"], by: null },
        { host: "127.0.0.2/32", uses: ["private"], by: { kind: "user" } }
      ])
      const added = await post("/api/v1/webhooks", webhook, admin())
      expect(added.status).toBe(201)
      expect((await read(await del(`/api/v1/hosts/${encodeURIComponent("127.0.0.2/32")}`, admin()), 200, All)).items).toHaveLength(1)
      expect((await post("/api/v1/webhooks", webhook, admin())).status).toBe(400)
      const { items: entries } = await (await get("/api/v1/audit?noun=host&limit=2", admin())).json()
      expect(entries.map(({ action, subject }: { action: string; subject: string }) => [action, subject])).toEqual([
        ["host.removed", "127.0.0.2/32"],
        ["host.allowed", "127.0.0.2/32"]
      ])
      await del(`/api/v1/webhooks/${(await added.json()).id}`, admin())
      expect((await failure(await del("/api/v1/hosts/x.internal", admin()), 404)).code).toBe("not_found")
      expect((await failure(await del("/api/v1/hosts/127.0.0.1", admin()), 404)).code).toBe("not_found")
    })

    it("that are removed by several at once are removed once, with one entry in the audit log", async () => {
      await read(await post("/api/v1/hosts", { host: "Once.Internal:81", uses: ["private"] }, admin()), 201, All)
      const answers = await Promise.all(Array.from({ length: 5 }, () => del("/api/v1/hosts/once.internal%3A81", admin())))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
      const { items } = await (await get("/api/v1/audit?noun=host&limit=10", admin())).json()
      expect(items.filter(({ subject }: { subject: string }) => subject === "once.internal:81").map(({ action }: { action: string }) => action)).toEqual([
        "host.removed",
        "host.allowed"
      ])
    })

    it("that are allowed for it are what http.fetch calls: reads at once, all else once a person allows it", async () => {
      const open = await apiUpstream(({ method, url, body }, response) => {
        if (url === "/away") return void response.writeHead(302, { location: "http://127.0.0.1:9/" }).end()
        sendJson(response, method === "GET" ? 200 : 201, { method, body })
      })
      const call = (args: object) => `const { status, body } = await tools.http.fetch(${JSON.stringify(args)}); return { status, body }`
      const [url, place] = [`${open.origin}/things`, `127.0.0.1:${open.port}`]
      const listed = async () => (await (await get("/api/v1/tools?source=http")).json()).items.map(({ path }: { path: string }) => path)
      expect(await listed()).toEqual([])
      expect((await submit(call({ url }))).error).toMatchObject({ message: expect.stringContaining("There is no tool http.fetch") })

      await read(await post("/api/v1/hosts", { host: place, uses: ["fetch"] }, admin()), 201, All)
      expect(await listed()).toEqual(["http.fetch"])
      expect((await submit(call({ url }))).result).toMatchObject({ status: 200, body: { method: "GET" } })
      const away = await submit(call({ url: `${open.origin}/away` }))
      expect(away.error).toMatchObject({ message: expect.stringContaining("programs may not call 127.0.0.1:9") })

      const waiting = await submit(call({ url, method: "POST", body: { name: "Rex" } }))
      expect(waiting.status).toBe("waiting_for_interaction")
      expect(asked(waiting)).toMatchObject({ kind: "approval", toolPath: "http.fetch", args: { method: "POST", body: { name: "Rex" } } })
      expect(open.received.map(({ method }) => method)).toEqual(["GET", "GET"])
      await read(await post(`/api/v1/interactions/${asked(waiting).id}/answer`, { action: "accept" }, admin()), 200, Answered)
      expect((await ended(waiting.id)).result).toMatchObject({ status: 201, body: { method: "POST", body: '{"name":"Rex"}' } })

      await read(await del(`/api/v1/hosts/${encodeURIComponent(place)}`, admin()), 200, All)
      expect((await submit(call({ url }))).error).toMatchObject({ message: expect.stringContaining("There is no tool http.fetch") })
      expect(open.received).toHaveLength(3)
      await open.close()
    })

    it("are written as hosts or ranges, by admins alone", async () => {
      for (const host of ["http://x", "10.0.0.0/40", "0.0.0.0/0", "::/0", "a b", ""])
        expect((await failure(await post("/api/v1/hosts", { host, uses: ["private"] }, admin()), 400)).issues?.[0]?.path, host).toBe("host")
      expect((await failure(await post("/api/v1/hosts", { host: "x.internal", uses: [] }, admin()), 400)).issues?.[0]?.path).toBe("uses")
      expect((await failure(await post("/api/v1/hosts", { host: "x.internal", uses: ["fetch"] }), 403)).code).toBe("forbidden")
      expect((await failure(await get("/api/v1/hosts"), 403)).code).toBe("forbidden")
    })
  })
