import type { NextConfig } from "next"

const config: NextConfig = {
  // `npm start` builds into a folder of its own per state of the sources; `npm run dev` keeps Next's default.
  distDir: process.env.SIGNALBOX_DIST_DIR ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  // `next dev` would write files for coding assistants into the tree.
  agentRules: false,
  // Native code, and packages that read files beside themselves. quickjs-wasi is bundled on purpose: the worker's wasm URL is traced.
  serverExternalPackages: ["better-sqlite3", "pg", "@prisma/client", "@prisma/adapter-better-sqlite3", "@prisma/adapter-pg"],
  outputFileTracingRoot: import.meta.dirname,
  // Migrations are read from the disk at start, so no import leads to them.
  outputFileTracingIncludes: { "/**": ["./prisma/*/migrations/**/*", "./prisma/*/extra/**/*"] },
  // `npm run typecheck` checks everything, tests included; a start must not repeat it.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // A program may be 4 MB; Next's default for server actions is 1 MB.
    serverActions: { bodySizeLimit: "5mb" },
    // Every build has a new folder, so nothing would ever read the cache that takes longer to write than the build.
    turbopackFileSystemCacheForBuild: false
  }
}

export default config
