import fc from "fast-check"

/**
 * Programs of random steps whose outcome depends on everything they learn, in the order in which they learn it, and on nothing
 * else: the tools settle each step's calls in the order of their `pos`, so two runs of one program must come to the same.
 * `never`: a call that is not let go; `decline`: a question that a person refuses. What is random to a run (`give`) is only
 * compared with itself.
 */
const prelude = `let sum = 0, steady = true, last = Date.now()
const kept = []
const mix = (a, b) => { for (const c of a + JSON.stringify(b)) a = (a * 31 + c.charCodeAt(0)) % 1000003; return a }
const learn = (value) => { const now = Date.now(); steady &&= now >= last; last = now; sum = mix(sum, value) }
const call = (tool, step, pos, more = {}) => tools.sys[tool]({ step, pos, ...more })
const safely = async (what) => { try { learn(await what()) } catch (e) { learn([e.name, e.code, e.action, e.reason, e.message]) } }
`

const tool = fc.constantFrom("read", "note", "write")
const order = (n: number) => fc.shuffledSubarray([...new Array(n).keys()], { minLength: n, maxLength: n })
const calls = fc
  .integer({ min: 2, max: 4 })
  .chain((n) => fc.tuple(order(n), fc.array(tool, { minLength: n, maxLength: n })))
  .map(
    ([places, names]) =>
      (step: number) =>
        `[${places.map((pos, index) => `call("${names[index]}", ${step}, ${pos})`).join(", ")}]`
  )

type Step = (step: number) => string
const step: fc.Arbitrary<Step> = fc.oneof(
  tool.map(
    (name): Step =>
      (n) =>
        `learn(await call("${name}", ${n}, 0, { sum }))`
  ),
  calls.map(
    (of): Step =>
      (n) =>
        `for (const one of await Promise.all(${of(n)})) learn(one)`
  ),
  calls.map(
    (of): Step =>
      (n) =>
        `{ const all = ${of(n)}; for (const one of all) kept.push(one); learn(await Promise.race(all)) }`
  ),
  tool.map(
    (name): Step =>
      (n) =>
        `learn(await Promise.race([call("${name}", ${n}, 1, { never: true }), call("read", ${n}, 0)]))`
  ),
  fc.constant<Step>(
    (n) => `{ const all = [call("fail", ${n}, 0), call("read", ${n}, 2), call("note", ${n}, 1)]; kept.push(...all); learn(await Promise.any(all)) }`
  ),
  order(3).map(
    ([a, b, c]): Step =>
      (n) =>
        `for (const one of await Promise.allSettled([call("fail", ${n}, ${a}), call("write", ${n}, ${b}, { decline: true }), call("note", ${n}, ${c})])) learn(one.value ?? one.reason.message)`
  ),
  // Two at once, each with calls of its own one after another.
  fc.constantFrom([0, 1, 2, 3], [0, 2, 1, 3], [1, 2, 0, 3]).map(
    ([a, b, c, d]): Step =>
      (n) =>
        `await Promise.all([[${a}, ${b}], [${c}, ${d}]].map(async (lane) => { for (const pos of lane) learn([pos, await call(pos % 2 ? "note" : "read", ${n}, pos)]) }))`
  ),
  fc.nat(5).map(
    (ms): Step =>
      () =>
        `await new Promise((go) => setTimeout(go, ${ms})); learn("late")`
  ),
  fc.nat(3).map(
    (ms): Step =>
      (n) =>
        `learn(await Promise.race([call("read", ${n}, 0, { never: true }), new Promise((go) => setTimeout(() => go("timer"), ${ms}))]))`
  ),
  fc.nat(3).map(
    (ms): Step =>
      (n) =>
        `await Promise.all([new Promise((go) => setTimeout(go, ${ms})), call("note", ${n}, 0).then(learn)])`
  ),
  fc.constantFrom("fail", "write").map(
    (name): Step =>
      (n) =>
        `await safely(() => call("${name}", ${n}, 0, { decline: true }))`
  ),
  fc.constant<Step>(
    (n) => `if (sum % 2 === 0) learn(await call("note", ${n}, 0)); else await safely(() => call("write", ${n}, 0, { decline: sum % 3 === 0 }))`
  ),
  // Nobody is asked the same thing twice.
  fc.constant<Step>((n) => `for (let i = 0; i < 3; i++) try { await call("write", ${n}, 0, { decline: true }) } catch (e) { learn(e.action) }`),
  fc.constantFrom("accept", "decline").map(
    (what): Step =>
      (n) =>
        `await safely(() => human.approve({ message: "${what} ${n}" }))`
  ),
  fc.constant<Step>(
    (n) =>
      `learn(await human.ask({ message: "fill ${n}", schema: { type: "object", properties: { n: { type: "integer" }, why: { type: "string" } }, required: ["n"] } }))`
  ),
  fc.constant<Step>(
    (n) =>
      `{ const r = [Math.random(), crypto.randomUUID(), Date.now()]; const back = await call("read", ${n}, 0, { give: r }); steady &&= JSON.stringify(back) === JSON.stringify(r) }`
  ),
  fc.constant<Step>(() => `console.log("sum", sum); emit({ sum }); notify("so far " + sum)`),
  fc.constant<Step>((n) => `Promise.reject(new Error("lost ${n}"))`)
)

const end: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>(() => "") },
  { weight: 1, arbitrary: fc.constant<Step>(() => `throw new RangeError("gives up at " + sum)`) },
  { weight: 1, arbitrary: fc.constant<Step>((n) => `await call("write", ${n}, 0, { decline: true })`) },
  {
    weight: 1,
    arbitrary: tool.map(
      (name): Step =>
        (n) =>
          `call("${name}", ${n}, 0, { never: true }); await call("read", ${n}, 0)`
    )
  }
)

const program = fc.tuple(fc.array(step, { minLength: 2, maxLength: 7 }), end).map(([steps, last]) => {
  const lines = [...steps, last].map((line, index) => line(index))
  return `${prelude}${lines.join("\n")}\nfor (const one of await Promise.allSettled(kept)) steady &&= one.status !== undefined\nreturn { sum, steady }`
})

/** The same programs for the same seed. */
export const randomPrograms = (seed: number, count: number): ReadonlyArray<string> => fc.sample(program, { seed, numRuns: count })
