// Which folder may import which. The tables are the architecture (docs/architecture.md); the rules below are made from them.
// Type imports count: a type that points up the tiers is as much a dependency as a value.

const core = ["domain", "sandbox", "journal", "observer", "engine"]

/** What each folder of server/ may import besides itself. `generated` is the database client. */
const may = {
  domain: [],
  config: ["domain"],
  sandbox: ["domain", "journal"],
  journal: ["domain"],
  observer: ["domain"],
  engine: ["domain", "sandbox", "journal", "observer"],
  store: ["domain", "config", "journal", "engine", "generated"],
  history: ["domain", "config", "observer", "store", "generated"],
  queue: ["domain", "config", "engine", "store"],
  live: ["domain", "config", "observer", "store", "history"],
  tools: ["domain", "config", "engine", "store"],
  webhooks: ["domain", "config", "engine", "store", "tools"],
  approvals: ["domain", "config", "engine", "store", "history"],
  auth: ["domain", "config", "store", "generated"],
  agents: ["domain", "config", "engine", "approvals", "auth", "store"]
}
const features = Object.keys(may)
may.runtime = features
const surfaces = ["http", "trpc", "mcp"]
for (const surface of surfaces) may[surface] = [...features, "runtime", "http"]

const test = "[.](test|spec)[.]tsx?$"
const ours = "^(app|server|instrumentation[.]ts|proxy[.]ts)"

const folderRules = Object.entries(may).map(([folder, allowed]) => ({
  name: `server-${folder}`,
  comment: `server/${folder} may import ${[folder, ...allowed].join(", ")}`,
  severity: "error",
  from: { path: `^server/${folder}/`, pathNot: test },
  to: { path: "^(server|app)/", pathNot: `^server/(${[folder, ...allowed].join("|")})/` }
}))

module.exports = {
  serverFolders: [...Object.keys(may), "generated"],
  forbidden: [
    ...folderRules,
    {
      name: "core-is-framework-free",
      comment: "Core is pure logic and ports: no Next, React, tRPC, Prisma",
      severity: "error",
      from: { path: `^server/(${core.join("|")})/`, pathNot: test },
      to: { path: "(^|/)node_modules/(next|react|react-dom|@trpc/[^/]+|@prisma/[^/]+|better-auth|@better-auth/[^/]+)(/|$)" }
    },
    {
      name: "prisma-stays-in-store-history-auth",
      severity: "error",
      from: { path: ours, pathNot: `^server/(store|history|auth|generated)/|${test}` },
      to: { path: "(^|/)node_modules/(@prisma|better-sqlite3|pg)/|^server/generated/" }
    },
    {
      name: "only-entry-files-of-app-reach-the-server",
      comment: "page, layout, route and actions call the server; other files take values from server/domain and types from server/trpc/router",
      severity: "error",
      from: { path: "^app/", pathNot: `(^|/)(page|layout|route|actions)[.]tsx?$|${test}` },
      to: { path: "^server/", pathNot: "^server/(domain/|trpc/router[.]ts$)" }
    },
    {
      name: "the-router-reaches-the-browser-as-a-type",
      severity: "error",
      from: { path: "^app/", pathNot: `(^|/)(page|layout|route|actions)[.]tsx?$|${test}` },
      to: { path: "^server/trpc/router[.]ts$", dependencyTypesNot: ["type-only"] }
    },
    {
      name: "pages-share-through-ui-and-hooks",
      comment: "a page never imports another page's folder: move the thing to app/ui or app/hooks, or beside the layout that both have",
      severity: "error",
      // The name without its brackets is captured: put into the other expression, they would be a group.
      from: { path: "^app/[(]([a-z]+)[)]/([a-z-]+)/", pathNot: `^app/[(][a-z]+[)]/components/|${test}` },
      to: { path: "^app/[(][a-z]+[)]/[a-z-]+/", pathNot: "^app/[(]$1[)]/($2|components)/" }
    },
    {
      name: "ui-and-hooks-know-no-page",
      severity: "error",
      from: { path: "^app/(ui|hooks)/" },
      to: { path: "^app/[(][a-z]+[)]/" }
    },
    {
      name: "ui-fetches-nothing",
      severity: "error",
      from: { path: "^app/ui/", pathNot: test },
      to: { path: "(^|/)node_modules/(@trpc|@tanstack/react-query)/" }
    },
    {
      name: "boot-is-the-only-way-in",
      severity: "error",
      from: { path: "^(instrumentation|proxy)[.]ts$" },
      to: { path: "^(app|server)/", pathNot: "^server/(runtime|http|domain)/" }
    },
    { name: "tests-support-tests-only", severity: "error", from: { path: ours, pathNot: test }, to: { path: `^(test|e2e|bench)/|${test}` } },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "declared-dependencies-only",
      comment: "a package that package.json does not name works until somebody else's update",
      severity: "error",
      from: { path: ours, pathNot: test },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] }
    },
    {
      name: "no-dev-dependency-at-run-time",
      severity: "error",
      from: { path: ours, pathNot: test },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] }
    }
  ],
  options: {
    // Works up to TypeScript 6. Under 7 it inspects nothing and passes: scripts/check-architecture.mjs counts.
    parser: "tsc",
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules|^server/generated" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types"]
    },
    exclude: { path: "^[.]next|^[.]signalbox" }
  }
}
