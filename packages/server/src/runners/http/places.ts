/** The 1-based character of a text that is at a line and a column, both counted from 1. */
export function placeOf(text: string, line: number | string, column: number | string): number {
  const before = text.split('\n').slice(0, Number(line) - 1)
  return before.join('\n').length + (before.length > 0 ? 1 : 0) + Number(column)
}
