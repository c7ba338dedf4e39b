import type { Metadata, Viewport } from "next"
import localFont from "next/font/local"
import { cookies, headers } from "next/headers"
import type { ReactNode } from "react"
import { themeCookie, themeOf, zoneCookie } from "./hooks/theme"
import { isZone } from "./hooks/time-format"
import { ClockProvider } from "./hooks/use-clock"
import { BeforePaint } from "./ui/before-paint"
import { OverlaysProvider } from "./ui/overlays"
import { ToastProvider } from "./ui/toast"
import { TooltipProvider } from "./ui/tooltip"
import "./globals.css"

const geist = localFont({ src: "./fonts/Geist-Variable.woff2", variable: "--font-geist", weight: "100 900", display: "swap" })
const geistMono = localFont({
  src: "./fonts/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  display: "swap",
  adjustFontFallback: false
})

export const metadata: Metadata = {
  applicationName: "Signalbox",
  description: "Agents run code. People hold the signal.",
  robots: { index: false, follow: false },
  formatDetection: { telephone: false, date: false, email: false, address: false }
}

export const viewport: Viewport = { width: "device-width", initialScale: 1, viewportFit: "cover" }

/** Titles and favicons are written by the pages: they follow the pending count. */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const [cookie, header] = await Promise.all([cookies(), headers()])
  const nonce = header.get("x-nonce") ?? ""
  const theme = themeOf(cookie.get(themeCookie)?.value)
  const zone = cookie.get(zoneCookie)?.value ?? ""
  return (
    <html
      lang="en"
      className={`${geist.variable} ${geistMono.variable}`}
      data-theme={theme === "dark" ? "dark" : "light"}
      {...(theme !== "system" && { "data-chosen": theme })}
      // The script below resolves the machine's theme before React looks.
      suppressHydrationWarning
    >
      <head>
        <BeforePaint nonce={nonce} />
      </head>
      <body>
        <ClockProvider now={Date.now()} zone={isZone(zone) ? zone : "UTC"}>
          <OverlaysProvider>
            <TooltipProvider>
              <ToastProvider>{children}</ToastProvider>
            </TooltipProvider>
          </OverlaysProvider>
        </ClockProvider>
      </body>
    </html>
  )
}
