import { QueryError } from '../runner.ts'

/** The 1-based character of a text that is at a line and a column, both counted from 1. */
export function positionAt(text: string, line: number | string, column: number | string): number {
  const before = text.split('\n').slice(0, Number(line) - 1)
  return before.join('\n').length + (before.length > 0 ? 1 : 0) + Number(column)
}

/**
 * A server's words, with the place in a text that they name.
 * @param place finds the line and the column in them, both counted from 1
 */
export function errorAtPosition(message: string, text: string, place: RegExp): QueryError {
  const [, line, column] = place.exec(message) ?? []
  return new QueryError(message, { position: line === undefined ? null : positionAt(text, line, column ?? 1) })
}
