"use client"
import dynamic from "next/dynamic"

/** `LargeJson`, whose code comes when a page has such a value. */
export const LargeValue = dynamic(() => import("./large-json").then(({ LargeJson }) => LargeJson))
