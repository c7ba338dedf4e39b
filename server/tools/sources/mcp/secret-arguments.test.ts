import { expect, it } from "vitest"
import { secretArguments } from "./secret-arguments"

it.each([
  [["--api-key", "k-123456"], ["k-123456"]],
  [["--token=t-123456"], ["t-123456"]],
  [["-e", "DB_PASSWORD=p 1=2"], ["p 1=2"]],
  [
    ["--header", "Authorization: Bearer abc.def"],
    ["Bearer abc.def", "abc.def"]
  ],
  [["postgres://ann:s%2Fcret@db/notes?sslkey=k-1"], ["s%2Fcret", "s/cret", "k-1"]],
  [["--url=https://x.example/?key=k-2"], ["k-2"]]
])("in %j are %j", (args, secrets) => {
  expect(secretArguments(args)).toEqual(secrets)
})

it("are found by their look alone too", () => {
  expect(secretArguments(["run", "ghp_Canary0123456789abcdefghijABCDEFGHIJ"])).toContain("ghp_Canary0123456789abcdefghijABCDEFGHIJ")
})

it.each([[["-y", "@modelcontextprotocol/server-filesystem", "/srv/notes"]], [["--token", "--verbose"]], [["--port=8080", "https://x.example/path"]], [[]]])(
  "are not in %j",
  (args) => {
    expect(secretArguments(args)).toEqual([])
  }
)
