import { redirectTarget } from "@/server/domain/redirect-uri"

/** Where a client has its person sent back to, in words that tell places apart. */
export const redirectWords = (uri: string): string => {
  const { kind, name } = redirectTarget(uri)
  switch (kind) {
    case "site":
      return `the website ${name}`
    case "this computer":
      return `a program on your computer (${name})`
    case "app":
      return `the app that opens ${name} links`
  }
}
