import { expect, it } from "vitest"
import { rulesAddress } from "./rules-address"

const read = (search: string) => rulesAddress(search, (id) => id === "rule_1")
const toldBy = (search: string) => read(search).ignored.map(({ name, value }) => `${name}=${value}`)

it("reads a rule that is tried out, its rows of conditions together with the JSON", () => {
  const { edit, draft, ignored } = read(
    `?edit=rule_1&pattern=demo.*&effect=block&argPointer=/a&argTest=equals&argValue=1&argPointer=/b&argTest=equals&argValue=2&when=${encodeURIComponent('{"trigger":["mcp"]}')}`
  )
  expect(edit).toBe("rule_1")
  expect(draft).toMatchObject({ pattern: "demo.*", effect: "block" })
  expect(JSON.parse(draft.when)).toMatchObject({ trigger: ["mcp"], args: [{}, {}] })
  expect(ignored).toEqual([])
})

it("does not tell of what its own form sends along, empty fields among it", () => {
  const form =
    "?%24ACTION_REF_1=&%24ACTION_1%3A0=x&%24ACTION_KEY=k&id=rule_1&edit=rule_1&revision=2&effect=allow&pattern=a&argPointer=&argTest=equals&argValue=&when=&fourEyes=on&selfApproval=&expiresAfter=&expiresUnit=hours&endsOn="
  expect(toldBy(form)).toEqual([])
  expect(toldBy("?path=demo.tickets.create&args=&actor=user")).toEqual([])
  expect(toldBy("?find=demo&page=2&open=rule_1")).toEqual([])
})

it("tells what it does not understand: another name, an effect or an actor that there is not, a rule that is gone", () => {
  expect(toldBy("?fourEyes=maybe&expiresUnit=years&revision=x&selfApproval=")).toEqual(["fourEyes=maybe", "expiresUnit=years", "revision=x"])
  expect(toldBy("?tool=x&effect=maybe&actor=nobody&edit=rule_2&pattern=a&pattern=b")).toEqual([
    "tool=x",
    "effect=maybe",
    "actor=nobody",
    "edit=rule_2",
    "pattern=b"
  ])
})
