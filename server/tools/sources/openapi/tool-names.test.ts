import { expect, test } from "vitest"
import { fc } from "../../../../test/fixtures/properties"
import { type NamedOperation, namesOf } from "./tool-names"

const operation = (method: string, template: string, operationId: string | null = null, tag: string | null = null): NamedOperation => ({
  method,
  template,
  operationId,
  tag
})

test.each([
  [operation("GET", "/pets/{id}", "getPetById", "pets"), "pets.getPetById"],
  [operation("GET", "/repos/{owner}/issues", "issues/list-for-repo", "issues"), "issues.list_for_repo"],
  [operation("GET", "/a", "Pull Requests: list", "Pull Requests"), "pull_requests.list"],
  [operation("GET", "/a", "issuesList", "issues"), "issues.issuesList"],
  [operation("GET", "/v1/api/pets/{id}/toys"), "pets.get_toys_by_id"],
  [operation("POST", "/pets"), "pets.post"],
  [operation("GET", "/"), "root.get"],
  [operation("GET", "/{tenant}"), "root.get_by_tenant"],
  [operation("GET", "/x", "then", "Then"), "_then._then"],
  [operation("GET", "/x", "__proto__", "constructor"), "_constructor.proto"],
  [operation("GET", "/x", "2fa", "2FA"), "_2fa._2fa"],
  [operation("GET", "/x", "☃", "☃"), "x.get"],
  [operation("GET", "/x", "a".repeat(200), "b".repeat(200)), `${"b".repeat(64)}.${"a".repeat(64)}`]
])("%j is %s", (one, name) => {
  expect(namesOf([one])).toEqual([name])
})

test("operations that would be called the same are told apart by their method, then by their path", () => {
  expect(namesOf([operation("GET", "/a", "run", "t"), operation("POST", "/a", "run", "t")])).toEqual(["t.run_get", "t.run_post"])
  expect(namesOf([operation("GET", "/a", "run", "t"), operation("GET", "/b", "run", "t")])).toEqual(["t.run_get_a", "t.run_get_b"])
  const alike = namesOf([operation("GET", "/a-b", "run", "t"), operation("GET", "/a_b", "run", "t")])
  expect(new Set(alike).size).toBe(2)
})

test("names are unique, can be written, and do not depend on the order of the document", () => {
  const text = fc.constantFrom(null, "list", "get", "a b", "a-b", "then", "x/y", "list_get", "")
  const one = fc.record({
    method: fc.constantFrom("GET", "POST", "DELETE"),
    template: fc.constantFrom("/a", "/a/{id}", "/a-b", "/a_b", "/v1/x"),
    operationId: text,
    tag: text
  })
  const all = fc.uniqueArray(one, { selector: ({ method, template }) => `${method} ${template}`, maxLength: 15 })
  fc.assert(
    fc.property(all, (operations) => {
      const names = namesOf(operations)
      expect(new Set(names).size).toBe(operations.length)
      for (const name of names) expect(name).toMatch(/^[A-Za-z_$][\w$]*\.[A-Za-z_$][\w$]*$/)
      expect(namesOf(operations.toReversed())).toEqual(names.toReversed())
    }),
    { seed: 7, numRuns: 300 }
  )
})
