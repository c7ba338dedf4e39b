// `npm run test:soak`: everything that tries to break the engine, with the counts of a thorough look, which take hours on a small machine.
// `npm run test:soak -- PART …` runs some of it; `SEEDS` gives other counts.
import { root } from "./paths.mjs"
import { runCommand } from "./run-command.mjs"

const parts = {
  programs: { what: "500 random programs, straight and cut at a random point", tests: ["test/random"], env: { SEEDS: "500" } },
  engine: {
    what: "the engine's process killed at every labelled point and at 200 random moments, on both stores",
    tests: ["test/crash/engine"],
    env: { SEEDS: "200" }
  },
  "server-sqlite": { what: "200 kills of the built server on SQLite", tests: ["e2e/killed-server.spec.ts"], env: { SEEDS: "200" } },
  "server-postgresql": {
    what: "200 kills of the built server on PostgreSQL",
    tests: ["e2e/killed-server.spec.ts"],
    env: { SEEDS: "200", KILL_STORE: "postgresql" }
  },
  bombs: { what: "fifteen bombs at once beside two bystanders, and the memory a minute later", tests: ["e2e/bombs.spec.ts"], env: { SOAK: "1" } },
  "console-races": { what: "100 double clicks, 100 races of two browsers, thirty approvals by keys", tests: ["e2e/inbox.spec.ts"], env: { SEEDS: "100" } },
  "console-filters": { what: "50 random filters whose counts are the rows", tests: ["e2e/list-parts.spec.ts"], env: { SEEDS: "50" } },
  "console-network": { what: "500 runs while the network flaps and the server restarts twice", tests: ["e2e/flaky-network.spec.ts"], env: { RUNS: "500" } },
  "console-list": {
    what: "200 runs arrive under the pointer, 5,000 are walked through, 1,200 run again at once",
    tests: ["e2e/runs-list.spec.ts"],
    env: { ARRIVING: "200", ROWS: "5000", BULK: "1200" }
  }
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}; there are: ${Object.keys(parts).join(", ")}`)
  process.exit(1)
}

process.chdir(root)
const given = process.env.SEEDS
const summary = []
for (const [name, { what, tests, env }] of Object.entries(parts)) {
  if (named.length > 0 && !named.includes(name)) continue
  console.log(`\n── ${name}: ${what}`)
  const began = performance.now()
  const { code } = await runCommand(process.execPath, ["scripts/test.mjs", ...tests], { env: { ...env, ...(given && env.SEEDS ? { SEEDS: given } : {}) } })
  summary.push({ name, passed: code === 0, minutes: (performance.now() - began) / 60_000 })
}
console.log("")
for (const { name, passed, minutes } of summary) console.log(`${passed ? "✓" : "✗"} ${name.padEnd(18)} ${minutes.toFixed(1)} min`)
process.exitCode = summary.every(({ passed }) => passed) ? 0 : 1
