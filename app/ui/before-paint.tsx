"use client"
import { beforePaint } from "../hooks/theme"

/**
 * The script that runs before the first paint. It is for the server's markup alone: where React renders the document in the
 * browser (a page that was not found), it is inert, since the theme is resolved by then.
 */
export const BeforePaint = ({ nonce }: { readonly nonce: string }) => (
  <script
    type={typeof window === "undefined" ? "text/javascript" : "text/plain"}
    nonce={nonce}
    // The browser hides the nonce from scripts, so React would see a difference.
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant and the nonce, as JSON
    dangerouslySetInnerHTML={{ __html: beforePaint(nonce) }}
  />
)
