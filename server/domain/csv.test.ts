import { expect, test } from "vitest"
import { csvCell, csvLine } from "./csv"

test.each([
  ["plain", "plain"],
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["-2", "'-2"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["＝1+1", "'＝1+1"],
  ["＋1", "'＋1"],
  ["－2+3", "'－2+3"],
  ["＠SUM(A1)", "'＠SUM(A1)"],
  ["\t=1", "'\t=1"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ["a,b", '"a,b"'],
  ["two\nlines", '"two\nlines"'],
  ["a=b", "a=b"],
  ["", ""]
])("%j becomes %j", (text, cell) => expect(csvCell(text)).toBe(cell))

test("a line ends as the standard says", () => expect(csvLine(["a", "=b", 'c"'])).toBe(`a,'=b,"c"""\r\n`))
