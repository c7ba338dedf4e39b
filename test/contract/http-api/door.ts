import { describe, expect, it } from "vitest"
import { appRuntime } from "../../../server/runtime/runtime"
import { type Credentials, call, get, origin, post, token } from "../../fixtures/http-world"
import { insertRuns, otherTeam, runIdOf } from "../../fixtures/run-rows"
import { failure } from "./shared"

/** Who and what is let in. */
export const doorOfTheApi = (_name: string, admin: () => Credentials) =>
  describe("at the door", () => {
    it("without credentials it is 401, with the way to sign in", async () => {
      const answer = await get("/api/v1/runs", {})
      expect(answer.headers.get("www-authenticate")).toContain("Bearer")
      expect((await failure(answer, 401)).code).toBe("unauthenticated")
      expect((await get("/api/v1/runs", { authorization: "Bearer wrong" })).status).toBe(401)
    })

    it("a cookie without our own origin is refused where something would change, not where nothing does", async () => {
      const { cookie = "" } = admin()
      for (const headers of [{ cookie }, { cookie, origin: "https://evil.example" }, { cookie, origin, "sec-fetch-site": "cross-site" }]) {
        expect((await failure(await post("/api/v1/runs", { code: "return 1" }, headers), 403)).code).toBe("cross_site_request")
      }
      expect((await get("/api/v1/runs", { cookie })).status).toBe(200)
    })

    it.each([
      ["no JSON", '{"code": ', "application/json", 400],
      ["another type", "code=1", "application/x-www-form-urlencoded", 415],
      ["no program", "{}", "application/json", 400],
      ["an empty program", '{"code": " "}', "application/json", 400],
      ["a field nobody knows", '{"code": "return 1", "teamId": "x"}', "application/json", 400],
      ["waiting for too long", '{"code": "return 1", "waitMs": 45001}', "application/json", 400],
      ["a body over 4 MB", JSON.stringify({ code: "x".repeat((4 << 20) + 1) }), "application/json", 413]
    ])("a submission with %s is refused", async (_what, body, type, status) => {
      const answer = await call(new Request(`${origin}/api/v1/runs`, { method: "POST", headers: { ...token, "content-type": type }, body }))
      const error = await failure(answer, status)
      expect(error.requestId).toBe(answer.headers.get("x-request-id"))
    })

    it("what another team owns, and what cannot be an id, is not found", async () => {
      const runtime = await appRuntime()
      await runtime.runPromise(insertRuns([{ id: runIdOf(1), startedAt: 1, teamId: otherTeam }]))
      const own = await failure(await get(`/api/v1/runs/${runIdOf(2)}`), 404)
      for (const path of [`/api/v1/runs/${runIdOf(1)}`, `/api/v1/runs/${runIdOf(1)}/events`, "/api/v1/runs/1", "/api/v1/runs/..%2f"]) {
        const error = await failure(await get(path), 404)
        expect({ code: error.code, message: error.message }).toEqual({ code: own.code, message: own.message })
      }
      expect((await failure(await post(`/api/v1/runs/${runIdOf(1)}/cancel`, {}, admin()), 404)).code).toBe("run_not_found")
      expect((await failure(await get("/api/v1/interactions/int_1"), 404)).code).toBe("interaction_not_found")
      expect((await failure(await get("/api/v1/nothing"), 404)).code).toBe("not_found")
    })
  })
