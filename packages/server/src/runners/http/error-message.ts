import { QueryError } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'

const MAX_CHARACTERS = 2000
/** Where servers put what they have to say, the clearest first. */
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

/** What a server says about a failure: the message in a JSON body, or the body's first lines; null when there is nothing to read. */
export function errorMessageIn(body: string): string | null {
  const text = findMessage(parseJsonOrNull(body)) ?? (/^\s*</.test(body) ? withoutTags(body) : body)
  const plain = text.trim()
  return plain === '' ? null : plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS)}…` : plain
}

/** A body that is JSON, as what it says; null when it is none. */
export function parseJsonOrNull(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The first message in a document of any shape; null when it has none. */
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

/** The title of a page of HTML; '' when it has none. */
export function pageTitle(page: string): string {
  const [, title = ''] = /<title[^>]*>([^<]*)<\/title>/i.exec(page) ?? []
  return title.trim()
}

/** What a page of HTML says. */
function withoutTags(page: string): string {
  return pageTitle(page) || page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

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
