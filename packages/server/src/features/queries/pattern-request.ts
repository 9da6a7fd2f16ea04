/** A value and the pattern that its parameter asks of it. */
export interface PatternCheck {
  pattern: string
  text: string
}
