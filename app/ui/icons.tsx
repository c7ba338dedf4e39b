import type { ReactNode, SVGProps } from "react"
import { cx } from "./cx"

/** The console's own drawings, 16 by 16, stroke 1.5. A glyph that a filled disc carries is cut out in the surface's colour. */
const drawings = {
  inbox: <path d="M2.4 9.2 4 3.2h8l1.6 6v3.8H2.4zM2.4 9.2h3.4l.8 1.6h2.8l.8-1.6h3.4" />,
  list: <path d="M2.4 4h1.2M2.4 8h1.2M2.4 12h1.2M6.2 4h7.4M6.2 8h7.4M6.2 12h7.4" />,
  prompt: <path d="m3 4.2 3.6 3.6L3 11.4M8.4 12h4.8" />,
  wrench: <path d="M9.6 3a3.2 3.2 0 0 0-3.9 4.2l-3.3 3.3a1.6 1.6 0 0 0 2.2 2.2l3.4-3.3A3.2 3.2 0 0 0 12.2 5.5L10.3 7.3 8.4 6.9 8 5z" />,
  shield: <path d="M8 2 13 3.8v4c0 3-2 5.2-5 6.4-3-1.2-5-3.4-5-6.4v-4z" />,
  bars: <path d="M2.5 13.4h11M4.2 11V8.4M8 11V3.4M11.8 11V6" />,
  gear: (
    <>
      <circle cx="8" cy="8" r="2.1" />
      <path d="M8 1.9v1.7M8 12.4v1.7M14.1 8h-1.7M3.6 8H1.9M12.3 3.7l-1.2 1.2M4.9 11.1l-1.2 1.2M12.3 12.3l-1.2-1.2M4.9 4.9 3.7 3.7" />
    </>
  ),
  moon: <path d="M13 9.4A5.4 5.4 0 0 1 6.6 3 5.4 5.4 0 1 0 13 9.4z" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="2.7" />
      <path d="M8 1.9v1.3M8 12.8v1.3M14.1 8h-1.3M3.2 8H1.9M12.3 3.7l-.9.9M4.6 11.4l-.9.9M12.3 12.3l-.9-.9M4.6 4.6l-.9-.9" />
    </>
  ),
  screen: <path d="M2.4 3.2h11.2v7.6H2.4zM6 13.4h4M8 10.8v2.6" />,
  search: <path d="M7.2 2.6a4.6 4.6 0 1 0 0 9.2 4.6 4.6 0 0 0 0-9.2M10.6 10.6l3 3" />,
  eye: (
    <>
      <path d="M1.8 8S4 3.9 8 3.9 14.2 8 14.2 8 12 12.1 8 12.1 1.8 8 1.8 8z" />
      <circle cx="8" cy="8" r="1.9" />
    </>
  ),
  plus: <path d="M8 3v10M3 8h10" />,
  cross: <path d="m4.2 4.2 7.6 7.6m0-7.6-7.6 7.6" />,
  tick: <path d="m3.4 8.4 3 3 6.2-6.8" />,
  "chevron-down": <path d="m4.5 6.3 3.5 3.5 3.5-3.5" />,
  "chevron-up": <path d="m4.5 9.7 3.5-3.5 3.5 3.5" />,
  "chevron-right": <path d="m6.3 4.5 3.5 3.5-3.5 3.5" />,
  "chevron-left": <path d="M9.7 4.5 6.2 8l3.5 3.5" />,
  "arrow-up": <path d="M8 13V3.4M4 7.2 8 3.2l4 4" />,
  columns: <path d="M2.4 3h11.2v10H2.4zM6.2 3v10M9.9 3v10" />,
  download: <path d="M8 2.6V10M5 7.2l3 3 3-3M3 13.4h10" />,
  share: <path d="M8 9.8V2.4M5.2 4.8 8 2.2l2.8 2.6M3 8.6v4.8h10V8.6" />,
  filter: <path d="M2.4 4h11.2M4.6 8h6.8M6.8 12h2.4" />,
  more: (
    <g fill="currentColor" stroke="none">
      <circle cx="3.5" cy="8" r="1.25" />
      <circle cx="8" cy="8" r="1.25" />
      <circle cx="12.5" cy="8" r="1.25" />
    </g>
  ),
  copy: <path d="M5.8 5.8h7.4v7.4H5.8zM3.4 10.2H2.8V2.8h7.4v.6" />,
  play: <path d="M4.8 3.2 12.6 8l-7.8 4.8z" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 4.8V8l2.2 1.6" />
    </>
  ),
  warning: <path d="M8 2.4 14.2 13.2H1.8zM8 6.6v3M8 11.3v.1" />,
  quote: <path d="M3 11V7.6C3 5.6 4 4.6 6 4.2M9 11V7.6c0-2 1-3 3-3.4M3 8h3v3H3zM9 8h3v3H9z" />,
  offline: <path d="M2.2 2.2l11.6 11.6M6.7 4.6A9 9 0 0 1 14 6.4M4.3 8.8c.7-.6 1.5-1 2.3-1.2M8 12v.1M2 6.2c.6-.5 1.3-.9 2-1.2" />,
  rerun: <path d="M13 8A5 5 0 1 1 11.3 4.2M13.2 2.4v2.8h-2.8" />,
  expand: <path d="M9.6 2.8h3.6v3.6M13 3 9.4 6.6M6.4 13.2H2.8V9.6M3 13l3.6-3.6" />,
  minus: (
    <>
      <circle cx="8" cy="8" r="5.6" />
      <path d="M5 8h6" />
    </>
  ),
  leave: <path d="M9.4 4.6V3H3v10h6.4v-1.6M6.6 8h6.8M11 5.4 13.6 8 11 10.6" />,
  agent: <path d="M3 6.2h10v6.6H3zM8 6V3.2M6.2 9v1M9.8 9v1M7 3h2" />,
  person: (
    <>
      <circle cx="8" cy="5.3" r="2.6" />
      <path d="M3 13.4c.6-2.6 2.5-3.9 5-3.9s4.4 1.3 5 3.9" />
    </>
  ),
  key: (
    <>
      <circle cx="5.4" cy="10.6" r="2.8" />
      <path d="m7.5 8.5 5.3-5.3M10.6 5.4l2 2" />
    </>
  ),
  queued: <path d="M8 2.2 14 5.4 8 8.6 2 5.4zM2.6 8.4 8 11.3l5.4-2.9M2.6 11 8 13.9l5.4-2.9" />,
  running: (
    <>
      <circle cx="8" cy="8" r="5.6" opacity=".28" strokeWidth="2" />
      <path d="M8 2.4A5.6 5.6 0 0 1 13.6 8" strokeWidth="2" />
    </>
  ),
  hand: (
    <path d="M4.9 8.6V4.3a1.05 1.05 0 0 1 2.1 0v3M7 7V2.9a1.05 1.05 0 0 1 2.1 0V7M9.1 7.2V3.9a1.05 1.05 0 0 1 2.1 0v6.2c0 2.4-1.5 4-3.6 4-1.9 0-2.9-.8-3.8-2.4L2.3 9a1.05 1.05 0 0 1 1.8-1.1l.8 1.2" />
  ),
  form: <path d="M3.2 2.5h9.6v11H3.2zM5.6 5.6h4.8M5.6 8.2h4.8M5.6 10.8h2.4" />,
  link: <path d="M9 2.8h4.2V7M13 3 7.6 8.4M7 3.4H3.4v9.2h9.2V9" />,
  resuming: <path d="M5 3.2 12.4 8 5 12.8z" />,
  completed: (
    <>
      <circle cx="8" cy="8" r="6.4" fill="currentColor" stroke="none" />
      <path d="m5.2 8.2 2 2 3.7-4.1" stroke="var(--color-surface)" strokeWidth="1.6" />
    </>
  ),
  failed: (
    <>
      <circle cx="8" cy="8" r="6.4" fill="currentColor" stroke="none" />
      <path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" stroke="var(--color-surface)" strokeWidth="1.6" />
    </>
  ),
  interrupted: (
    <>
      <circle cx="8" cy="8" r="5.9" />
      <path d="M8.7 4.6 6.4 8.2h3.2l-2.3 3.3" strokeWidth="1.4" />
    </>
  ),
  cancelled: (
    <>
      <circle cx="8" cy="8" r="5.7" />
      <path d="m4.1 11.9 7.8-7.8" />
    </>
  ),
  expired: <path d="M4.2 2.4h7.6M4.2 13.6h7.6M5 2.6v2.2L8 8l3-3.2V2.6M5 13.4v-2.2L8 8l3 3.2v2.2" />
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

type Props = Omit<SVGProps<SVGSVGElement>, "name"> & {
  readonly name: IconName
  /** 16 unless told; 14 in buttons and rows, 12 in small print, 20 in the phone's bar. */
  readonly size?: 12 | 14 | 16 | 18 | 20 | undefined
  /** Words for an icon that stands alone. Without them it is decoration. */
  readonly label?: string | undefined
}

export const Icon = ({ name, size = 16, label, className, ...rest }: Props) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: labelled below, or hidden
  <svg
    viewBox="0 0 16 16"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={cx("block flex-none", className)}
    {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    {...rest}
  >
    {drawings[name]}
  </svg>
)
