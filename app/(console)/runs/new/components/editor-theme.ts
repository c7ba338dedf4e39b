import { EditorView } from "@codemirror/view"

/** The editor in the console's tokens: the same measures as every view of a program. */
export const editorTheme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--color-surface-sunken)", color: "var(--color-text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--font-mono)",
    fontSize: "12.5px",
    lineHeight: "20px",
    fontWeight: "450",
    letterSpacing: "-0.015em",
    overscrollBehaviorX: "contain"
  },
  ".cm-content": { padding: "8px 0", caretColor: "var(--color-accent)" },
  ".cm-line": { padding: "0 16px 0 0" },
  ".cm-gutters": { backgroundColor: "var(--color-surface-sunken)", color: "var(--color-text-subtle)", border: "none" },
  ".cm-gutters-before": { minWidth: "44px", fontSize: "11.5px" },
  ".cm-lineNumbers": { minWidth: "44px" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 14px 0 0", minWidth: "30px" },
  // Drawn over the ends of long lines: a column of its own would cost a phone a third of its width.
  ".cm-gutters-after": {
    width: "0",
    minWidth: "0",
    backgroundColor: "transparent",
    fontFamily: "var(--font-sans)",
    fontSize: "11px",
    fontWeight: "500",
    letterSpacing: "0",
    pointerEvents: "none"
  },
  ".cm-notes": { position: "absolute", right: "0" },
  ".cm-notes .cm-gutterElement": { display: "flex", alignItems: "center", justifyContent: "flex-end" },
  ".cm-notes .cm-gutterElement > span": { height: "100%", paddingRight: "10px", backgroundColor: "var(--color-surface-sunken)" },
  ".cm-placeholder": { color: "var(--color-text-subtle)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--color-accent-soft) 75%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-gutters-before .cm-activeLineGutter": {
    backgroundColor: "var(--color-accent-soft)",
    color: "var(--color-accent-text)",
    boxShadow: "inset 3px 0 var(--color-accent)"
  },
  "&.cm-focused .cm-notes .cm-activeLineGutter > span": { backgroundColor: "var(--color-accent-soft)" },
  ".cm-cursor": { borderLeftColor: "var(--color-accent)", borderLeftWidth: "1.5px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--color-accent) 22%, transparent)"
  },
  "&.cm-focused .cm-matchingBracket, .cm-matchingBracket": { backgroundColor: "var(--color-surface-active)", outline: "1px solid var(--color-border-strong)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent" },
  ".cm-tooltip": {
    backgroundColor: "var(--color-surface-raised)",
    border: "1px solid var(--color-border)",
    borderRadius: "var(--radius-lg)",
    boxShadow: "var(--shadow-overlay)",
    overflow: "hidden"
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)", fontSize: "12px", padding: "4px", maxHeight: "240px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "4px 8px", lineHeight: "20px", borderRadius: "var(--radius-md)", color: "var(--color-text)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--color-surface-selected)", color: "var(--color-text)" },
  ".cm-completionDetail": { fontFamily: "var(--font-sans)", fontStyle: "normal", color: "var(--color-text-muted)", marginLeft: "12px" },
  ".cm-completionMatchedText": { textDecoration: "none", color: "var(--color-accent-text)", fontWeight: "550" },
  ".cm-tooltip.cm-completionInfo": { maxWidth: "320px", padding: "8px 10px", fontFamily: "var(--font-sans)", fontSize: "12px", lineHeight: "16px" }
})
