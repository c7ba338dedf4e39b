import type { ProgramNote } from "../program-notes"

/** Drawn by hand: CodeMirror's gutter takes elements, not components. The drawings are those of the icon set. */
const drawings: Record<ProgramNote, ReadonlyArray<readonly ["path" | "circle", Readonly<Record<string, string>>]>> = {
  "asks-first": [
    [
      "path",
      {
        d: "M4.9 8.6V4.3a1.05 1.05 0 0 1 2.1 0v3M7 7V2.9a1.05 1.05 0 0 1 2.1 0V7M9.1 7.2V3.9a1.05 1.05 0 0 1 2.1 0v6.2c0 2.4-1.5 4-3.6 4-1.9 0-2.9-.8-3.8-2.4L2.3 9a1.05 1.05 0 0 1 1.8-1.1l.8 1.2"
      }
    ]
  ],
  "asks-person": [["path", { d: "M3.2 2.5h9.6v11H3.2zM5.6 5.6h4.8M5.6 8.2h4.8M5.6 10.8h2.4" }]],
  blocked: [
    ["circle", { cx: "8", cy: "8", r: "5.6" }],
    ["path", { d: "M5 8h6" }]
  ]
}

export const noteWords: Record<ProgramNote, string> = { "asks-first": "asks first", "asks-person": "asks a person", blocked: "blocked" }

const svgSpace = "http://www.w3.org/2000/svg"

export const noteElement = (note: ProgramNote): HTMLElement => {
  const element = document.createElement("span")
  element.className = `inline-flex items-center gap-[5px] pl-2 whitespace-nowrap ${note === "blocked" ? "text-failed-text" : "text-text-subtle"}`
  const svg = document.createElementNS(svgSpace, "svg")
  for (const [name, value] of Object.entries({
    viewBox: "0 0 16 16",
    width: "12",
    height: "12",
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "1.5",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true"
  }))
    svg.setAttribute(name, value)
  for (const [kind, attributes] of drawings[note]) {
    const part = document.createElementNS(svgSpace, kind)
    for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value)
    svg.append(part)
  }
  element.append(svg, noteWords[note])
  return element
}
