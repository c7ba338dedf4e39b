import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { AllowedHost } from "../../../server/domain/host-entry"
import { type Credentials, del, get, post, read } from "../../fixtures/http-world"
import { failure } from "./shared"

const All = Schema.Struct({ items: Schema.Array(AllowedHost) })

/** Private places that an admin lets calls reach. */
export const hostsOfTheApi = (_name: string, admin: () => Credentials) =>
  describe("hosts", () => {
    it("that an admin allows are reached from the next call on, and no longer once they are removed", async () => {
      // The environment of this server names 127.0.0.1; another address of this machine is still private.
      const webhook = { name: "Inside", url: "http://127.0.0.2:9/", events: ["run.failed"] }
      expect((await failure(await post("/api/v1/webhooks", webhook, admin()), 400)).message).toContain("once an admin allows it")
      const { items } = await read(await post("/api/v1/hosts", { host: "127.0.0.2/32" }, admin()), 201, All)
      expect(items).toMatchObject([
        { host: "127.0.0.1", by: null },
        { host: "127.0.0.2/32", by: { kind: "user" } }
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

    it("are written as hosts or ranges, by admins alone", async () => {
      for (const host of ["http://x", "10.0.0.0/40", "a b", ""])
        expect((await failure(await post("/api/v1/hosts", { host }, admin()), 400)).issues?.[0]?.path, host).toBe("host")
      expect((await failure(await post("/api/v1/hosts", { host: "x.internal" }), 403)).code).toBe("forbidden")
      expect((await failure(await get("/api/v1/hosts"), 403)).code).toBe("forbidden")
    })
  })
