import { columnOfDeclared, declared, type ProgramText } from "./program-text"
import type { Stripped, TypeStripper } from "./strip-types"

export const closesTooEarly = "a bracket closes the program before its end"

/** The program without its types, if its text is the body of one function and nothing beside it. */
export const stripProgram = (text: ProgramText, stripper: Pick<TypeStripper, "strip">): Stripped => {
  const stripped = stripper.strip(text.code)
  if (stripped._tag !== "Stripped") return stripped
  const again = stripper.strip(declared(text))
  switch (again._tag) {
    case "Stripped":
      return stripped
    case "TooDeep":
      return again
    case "Refused": {
      const { line, column } = again.fault
      return { _tag: "Refused", fault: { message: closesTooEarly, line, column: columnOfDeclared(line, column) } }
    }
  }
}
