import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

const integration = ["{app,server,test,scripts}/**/*.int.test.{ts,tsx,mjs}"]

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    // Forks, because worker threads of the sandbox inherit the loader from their process: they are started outside Vite and import TypeScript.
    pool: "forks",
    execArgv: ["--import", new URL("./scripts/ts-loader.mjs", import.meta.url).href],
    // Vitest leaves one core to itself; on two that would be one test file at a time, most of which wait.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    passWithNoTests: false,
    // The second that is waited by default says nothing about a busy machine.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        // Properties with thousands of cases; on a busy machine the default of five seconds tells nothing about them.
        test: { name: "unit", include: ["{app,server,test,scripts}/**/*.test.{ts,tsx,mjs}"], exclude: integration, testTimeout: 60_000 }
      },
      {
        extends: true,
        test: { name: "integration", include: integration, globalSetup: ["./test/postgres.ts"], testTimeout: 180_000, hookTimeout: 180_000 }
      }
    ]
  }
})
