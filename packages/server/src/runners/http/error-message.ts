import { shortened } from '@sightline/domain/shortened.ts'
import { QueryError } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'

const MAX_CHARACTERS = 2000
/** Fields in which servers put their error message, the clearest first. */
const PLACES = [
  'reason',
  'message',
  'msg',
  'detail',
  'description',
  'errorMessage',
  'error',
  'errors',
  'errorMessages',
  'exceptions',
]

/** Finds the error message in a response body: that of a JSON document, else the text itself, shortened; null for an empty body. */
export function errorMessageIn(body: string): string | null {
  const text = findMessage(parseJsonOrNull(body)) ?? (/^\s*</.test(body) ? withoutTags(body) : body)
  const plain = text.trim()
  return plain === '' ? null : shortened(plain, MAX_CHARACTERS)
}

/** Parses a body; null if it is not JSON. */
export function parseJsonOrNull(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The first message in a JSON document of any shape; null if there is none. */
export function findMessage(value: unknown): string | null {
  if (typeof value === 'string') return value || null
  if (Array.isArray(value)) return value.map(findMessage).find((found) => found !== null) ?? null
  if (!isPlainObject(value)) return null
  for (const place of PLACES) {
    const found = findMessage(value[place])
    if (found !== null) return found
  }
  return null
}

/** The title of an HTML page; '' if it has none. */
export function pageTitle(page: string): string {
  const [, title = ''] = /<title[^>]*>([^<]*)<\/title>/i.exec(page) ?? []
  return title.trim()
}

/** The title of an HTML page, else its text. */
function withoutTags(page: string): string {
  return pageTitle(page) || page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

/** Converts a line and a column, both counted from 1, into the 1-based character of a text. */
export function positionAt(text: string, line: number | string, column: number | string): number {
  const before = text.split('\n').slice(0, Number(line) - 1)
  return before.join('\n').length + (before.length > 0 ? 1 : 0) + Number(column)
}

/** Words that a parser would have accepted: more of them hide the error. */
const MOST_EXPECTED = 5
/** The end of a message of parsers that JavaCC has made, which Calcite has: `Was expecting one of:`, and a line for each word. */
const EXPECTED = /\s*\bWas expecting(?: one of)?:((?:\n[ \t]+.*)*)\s*$/

/** A message without a long or an empty list of what was expected. */
const withoutExpected = (message: string) =>
  message.replace(EXPECTED, (end: string, list: string) => {
    const count = list.split('\n').filter((line) => line.trim() !== '').length
    return count > 0 && count <= MOST_EXPECTED ? end.trimEnd() : ''
  })

/**
 * An error with the server's message, and with the position in the query that the message names.
 * @param place matches line and column in the message, both counted from 1
 */
export function errorAtPosition(message: string, text: string, place: RegExp): QueryError {
  const [, line, column] = place.exec(message) ?? []
  return new QueryError(withoutExpected(message), { position: line === undefined ? null : positionAt(text, line, column ?? 1) })
}
