/** A text that teaches an agent one thing about working here. */
export interface Skill {
  readonly name: string
  readonly summary: string
  readonly text: string
}
