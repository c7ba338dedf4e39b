import { defineConfig } from "vitest/config"

const integration = ["{app,server,test,scripts}/**/*.int.test.{ts,tsx,mjs}"]

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    // Workers of the sandbox and child processes need a fork's own execArgv.
    pool: "forks",
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["{app,server,test,scripts}/**/*.test.{ts,tsx,mjs}"], exclude: integration }
      },
      {
        extends: true,
        test: { name: "integration", include: integration, testTimeout: 60_000, hookTimeout: 60_000 }
      }
    ]
  }
})
