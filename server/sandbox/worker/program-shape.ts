import { type ProgramText, wrapped } from "./program-text"

/** The submitted source as the program it means. */
export const shapedProgram = (source: string): ProgramText => wrapped(source)
