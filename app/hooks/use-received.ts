"use client"
import { useMemo } from "react"
import { received, type Sent } from "./plain-json"

/** What the page was handed by the server, the same object as long as it is. */
export const useReceived = <A>(given: Sent<A>): A => useMemo(() => received(given), [given])
