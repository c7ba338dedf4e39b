import { assert, describe, it } from "vitest"
import { databaseOf, withDatabase } from "./schema-engine-adapters.mjs"

describe("the shadow database of a migration", () => {
  it("is on the same server, for the same user, with the same parameters", () => {
    assert.strictEqual(
      withDatabase("postgresql://ann:p%40ss@db.example.com:6543/app?sslmode=require&connect_timeout=5", "shadow"),
      "postgresql://ann:p%40ss@db.example.com:6543/shadow?sslmode=require&connect_timeout=5"
    )
  })
  it("may have a name with any characters", () => {
    assert.strictEqual(databaseOf(withDatabase("postgresql://localhost/app", "a b/c")), "a b/c")
  })
})
