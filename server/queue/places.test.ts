import { describe, expect, it } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { ask, emptyPlaces, leave, type Places, positionOf, withdraw } from "./places"

const asks = (before: Places, ...askers: ReadonlyArray<readonly [id: number, team: string, isReturning?: boolean]>) => {
  const admitted: Array<number> = []
  let places = before
  for (const [id, team, isReturning = false] of askers) {
    const move = ask(places, { id, team, isReturning })
    places = move.places
    admitted.push(...move.admitted)
  }
  return { places, admitted }
}

describe("places", () => {
  it("never admits more than the limit, and the next one when a place is given back", () => {
    const { places, admitted } = asks(emptyPlaces(2), [1, "a"], [2, "a"], [3, "a"])
    expect(admitted).toEqual([1, 2])
    expect(leave(places).admitted).toEqual([3])
  })

  it("lets a team with one run go before the rest of another team's hundred", () => {
    const crowd = Array.from({ length: 100 }, (_, n) => [n + 1, "busy"] as const)
    const { places } = asks(emptyPlaces(1), ...crowd, [500, "small"])
    expect(leave(places).admitted).toEqual([500])
  })

  it("takes teams in turn", () => {
    let { places, admitted } = asks(emptyPlaces(1), [1, "a"], [2, "a"], [3, "b"], [4, "b"], [5, "c"])
    while (places.asking.length > 0) {
      const move = leave(places)
      places = move.places
      admitted = [...admitted, ...move.admitted]
    }
    expect(admitted).toEqual([1, 3, 5, 2, 4])
  })

  it("lets a run whose person answered go before new ones", () => {
    const { places } = asks(emptyPlaces(1), [1, "a"], [2, "b"], [3, "c"], [4, "a", true])
    expect(leave(places).admitted).toEqual([4])
  })

  it("forgets who withdrew", () => {
    const { places } = asks(emptyPlaces(1), [1, "a"], [2, "b"])
    expect(leave(withdraw(places, 2)).admitted).toEqual([])
  })

  it("says to each who waits in which turn it will go, whoever asks and is served", () => {
    const asker = fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.boolean())
    fc.assert(
      fc.property(fc.array(asker, { maxLength: 12 }), fc.nat(6), fc.array(asker, { maxLength: 25 }), (early, served, late) => {
        let id = 0
        const numbered = (askers: ReadonlyArray<readonly [string, boolean]>) => askers.map(([team, isReturning]) => [++id, team, isReturning] as const)
        let { places } = asks(emptyPlaces(1), ...numbered(early))
        for (let n = 0; n < served; n++) places = leave(places).places
        places = asks(places, ...numbered(late)).places
        const told = new Map(places.asking.map((waiting) => [waiting.id, positionOf(places, waiting.id)]))
        expect(positionOf(places, 1_000)).toBeNull()
        for (let turn = 1; places.asking.length > 0; turn++) {
          const move = leave(places)
          expect(move.admitted.map((went) => told.get(went))).toEqual([turn])
          places = move.places
        }
      })
    )
  })
})
