import { randomUUID } from "node:crypto"
import { createServer, type Server } from "node:http"
import pg from "pg"
import type { TestProject } from "vitest/node"
import { startTemporaryPostgres } from "../scripts/temporary-postgres.mjs"

declare module "vitest" {
  interface ProvidedContext {
    /** Where `freshPostgres` asks for a database. */
    readonly postgresDesk: string
  }
}

const portOf = (desk: Server): number => {
  const address = desk.address()
  if (address === null || typeof address === "string") throw new Error("the desk listens on no port")
  return address.port
}

/**
 * One temporary PostgreSQL per run of the tests, started when the first test asks for it. Tests ask over HTTP, because
 * they run in processes of their own; each gets a new database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: ReturnType<typeof startTemporaryPostgres> | undefined
  const newDatabase = async (): Promise<string> => {
    started ??= startTemporaryPostgres()
    const { url } = await started
    const name = `test_${randomUUID().replaceAll("-", "")}`
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`CREATE DATABASE "${name}"`)
    await client.end()
    const database = new URL(url)
    database.pathname = `/${name}`
    return database.toString()
  }
  const desk = createServer((_request, response) => {
    newDatabase().then(
      (url) => response.end(url),
      (cause: unknown) => response.writeHead(503).end(cause instanceof Error ? cause.message : String(cause))
    )
  })
  const port = await new Promise<number>((resolve) => {
    desk.listen(0, "127.0.0.1", () => resolve(portOf(desk)))
  })
  project.provide("postgresDesk", `http://127.0.0.1:${port}`)
  return async () => {
    desk.close()
    desk.closeAllConnections()
    await (await started?.catch(() => undefined))?.stop()
  }
}
