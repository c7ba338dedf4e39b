import { describe, expect, it } from "vitest"
import { safeReturnPath } from "./return-path"

describe("where to go after signing in", () => {
  it.each(["/runs", "/approvals/int_1", "/runs?status=failed&run=run_1#logs", "/"])("goes back to %s", (path) => {
    expect(safeReturnPath(path)).toBe(path)
  })

  it.each([
    undefined,
    null,
    7,
    "",
    "runs",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "/..//evil.example",
    "/.//evil.example",
    "/x\\y",
    "/api/auth/sign-out",
    "/sign-in?returnTo=/runs",
    "/setup"
  ])("never follows %j", (path) => {
    expect(safeReturnPath(path)).toBe("/runs")
  })
})
