import { cx } from "./cx"

type Props = {
  /** Somebody is waited for: the arm is level and the lamp is amber. */
  readonly waiting?: boolean | undefined
  readonly size?: number | undefined
  /** What the mark stands on; the arm and the lamp are cut out in its colour. */
  readonly ground?: "canvas" | "surface" | undefined
  readonly className?: string | undefined
}

/** The semaphore. Its arm swings when the pending count leaves or reaches zero. */
export const Mark = ({ waiting = false, size = 24, ground = "canvas", className }: Props) => {
  const cut = ground === "canvas" ? "var(--color-canvas)" : "var(--color-surface)"
  return (
    <svg className={cx("block flex-none", className)} width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M8 4.5V28" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      <g
        className="transition-transform duration-[240ms] ease-arm"
        style={{ transformBox: "view-box", transformOrigin: "8px 14px", transform: waiting ? "rotate(0deg)" : "rotate(-36deg)" }}
      >
        <path d="M8 10.1h19.4a1.5 1.5 0 0 1 1.5 1.5v4.8a1.5 1.5 0 0 1-1.5 1.5H8z" fill="var(--color-accent)" />
        <path d="M24 9.5v9" stroke={cut} strokeWidth="1.7" />
      </g>
      <circle cx="8" cy="14" r="5.2" fill={waiting ? "var(--color-waiting)" : "var(--color-accent)"} stroke={cut} strokeWidth="1.7" />
    </svg>
  )
}

/** The mark of an empty page: 88 px, grey post on the ground line. */
export const ClearLineMark = () => (
  <svg width="88" height="88" viewBox="0 0 32 32" fill="none" aria-hidden="true" className="mb-2 block">
    <path d="M8 4.5V28" stroke="var(--color-border-strong)" strokeWidth="3" strokeLinecap="round" />
    <g transform="rotate(-36 8 14)">
      <path d="M8 10.1h19.4a1.5 1.5 0 0 1 1.5 1.5v4.8a1.5 1.5 0 0 1-1.5 1.5H8z" fill="var(--color-accent)" />
      <path d="M24 9.5v9" stroke="var(--color-surface)" strokeWidth="1.7" />
    </g>
    <circle cx="8" cy="14" r="5.2" fill="var(--color-accent)" stroke="var(--color-surface)" strokeWidth="1.7" />
    <path d="M1 29h30" stroke="var(--color-border-strong)" strokeWidth="1.2" strokeLinecap="round" />
  </svg>
)
