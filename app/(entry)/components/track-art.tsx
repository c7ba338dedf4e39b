/** Lines and stations, one of them waiting: the drawing beside the entry forms. The words are samples, so it is hidden from readers. */
export const TrackArt = () => (
  <aside aria-label="Signalbox" className="relative overflow-hidden bg-night text-on-night max-md:h-[220px] max-md:flex-none">
    <svg
      viewBox="0 0 800 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
      className="absolute inset-0 size-full max-md:-top-[120px] max-md:h-[420px]"
    >
      <g stroke="var(--color-night-line)" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        {lines.map((line) => (
          <path key={line} d={line} />
        ))}
      </g>
      <path d="M-20 274H230l40 62H340" stroke="var(--color-night-accent)" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
      {stations.map(({ x, y, name }) => (
        <g key={`${x} ${y}`}>
          <circle cx={x} cy={y} r="5" fill="var(--color-night)" stroke="var(--color-night-station)" strokeWidth="2.5" />
          {name !== undefined && <StationName x={x - 5} y={y - 15} name={name} className="fill-on-night-muted" />}
        </g>
      ))}
      {[60, 190].map((x) => (
        <circle key={x} cx={x} cy="274" r="6" fill="var(--color-night)" stroke="var(--color-night-accent)" strokeWidth="3.5" />
      ))}
      <StationName x={54} y={258} name="desk.tickets.list" className="fill-night-accent" />
      <circle cx="352" cy="336" r="30" fill="var(--color-night-waiting)" opacity=".08" />
      <circle cx="352" cy="336" r="19" fill="var(--color-night-waiting)" opacity=".2" />
      <circle cx="352" cy="336" r="9" fill="var(--color-night-waiting)" />
      <StationName x={394} y={320} name="stripe.refunds.create" className="fill-night-waiting font-semibold" />
    </svg>
    <p className="absolute bottom-14 left-14 text-[34px] leading-[42px] font-emphasis tracking-[-0.025em] max-md:bottom-5 max-md:left-6 max-md:text-[22px] max-md:leading-7">
      Agents run code.
      <br />
      People hold the signal.
    </p>
  </aside>
)

const StationName = ({ x, y, name, className }: { readonly x: number; readonly y: number; readonly name: string; readonly className: string }) => (
  <text x={x} y={y} className={`font-mono text-[11.5px] tracking-[-0.01em] max-md:hidden ${className}`}>
    {name}
  </text>
)

const lines = [
  "M-20 150H520l40 62",
  "M-20 212H820",
  "M-20 274H820",
  "M-20 336H820",
  "M-20 398H820",
  "M-20 460H820",
  "M-20 522H820",
  "M240 584H820",
  "M120 212l40 62",
  "M620 274l40 -62",
  "M430 398l40 62",
  "M650 336l40 62",
  "M90 460l40 62",
  "M300 522l40 -62",
  "M200 522l40 62",
  "M560 522l40 -62",
  "M300 274l40 -62",
  "M700 522l40 62"
]

const stations: ReadonlyArray<{ readonly x: number; readonly y: number; readonly name?: string }> = [
  { x: 60, y: 150, name: "github.issues.create" },
  { x: 566, y: 212, name: "slack.chat.post" },
  { x: 60, y: 336, name: "ledger.query" },
  { x: 500, y: 274, name: "github.pulls.merge" },
  { x: 640, y: 398 },
  { x: 470, y: 460, name: "desk.tickets.reply" },
  { x: 120, y: 398, name: "calendar.events" },
  { x: 330, y: 584, name: "pager.rota.update" },
  { x: 620, y: 522, name: "vault.secrets.rotate" },
  { x: 700, y: 336 },
  { x: 220, y: 460 },
  { x: 40, y: 522 },
  { x: 660, y: 584 },
  { x: 360, y: 150 },
  { x: 60, y: 212 },
  { x: 720, y: 460 }
]
