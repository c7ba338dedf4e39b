import { headers } from "next/headers"
import { cache } from "react"
import { createCallerFactory, createContext } from "./init"
import { appRouter } from "./router"

const create = createCallerFactory(appRouter)

/**
 * For pages: the same procedures, permissions and failures as over HTTP, as the person who asks for the page. Without a
 * session the calls fail as UNAUTHORIZED, which a page turns into a redirect to /sign-in.
 */
export const serverCaller = cache(async () => create(createContext(await headers())))
