import { QueryError } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'

/**
 * Parses a query that is a JSON object.
 * @param complaint begins the error message for a text that is not JSON
 * @throws QueryError if the text is not JSON, with the position; or if it is not an object
 */
export function parseJsonQuery(text: string, complaint = 'The query is not valid JSON:'): Record<string, unknown> {
  const query = parsed(text, complaint)
  if (!isPlainObject(query)) throw new QueryError('The query should be a JSON object.')
  return query
}

function parsed(text: string, complaint: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const [, position] = /at position (\d+)/.exec(message) ?? []
    throw new QueryError(`${complaint} ${message}`, {
      cause: error,
      position: position === undefined ? null : Number(position) + 1,
    })
  }
}
