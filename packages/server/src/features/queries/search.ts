/** The fields that a part of a substring search may name. */
const fields = ['id', 'name', 'query', 'description'] as const
export type SearchField = (typeof fields)[number]

/** A search in a list of queries; all of its parts must match. */
export type Search =
  /** Prefixes of words in name, id, description and text. A term of mere punctuation has no words and finds nothing. */
  | { by: 'words'; words: readonly string[] }
  /** Substrings, in the named field, or else in name or description. */
  | { by: 'substrings'; substrings: readonly { field: SearchField | null; text: string }[] }

/** A term may be as long as a URL; more words than these would only cost time. */
const MAX_PARTS = 32
/** Characters. Longer words are found by their prefix: PostgreSQL neither indexes nor accepts words beyond 2 KB. */
const MAX_WORD_LENGTH = 250
/** The same separators as in the generated column `search`, plus the characters that no text in the database contains. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: A URL may contain NUL, which is no part of a word.
const BETWEEN_WORDS = /[\s\u0000-\u001f!-/:-@[-`{-~]+/u

/**
 * Parses a search term.
 * @param bySubstring whether to search for substrings: the organization's `multi_byte_search_enabled`, for languages without
 * spaces between words
 * @returns null for an empty term
 */
export function readSearch(term: string, bySubstring: boolean): Search | null {
  if (term.trim() === '') return null
  return bySubstring ? { by: 'substrings', substrings: substringsOf(term) } : { by: 'words', words: wordsOf(term) }
}

function wordsOf(term: string): string[] {
  const words = term.split(BETWEEN_WORDS).filter((word) => word !== '')
  const short = words.map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''))
  return [...new Set(short)].slice(0, MAX_PARTS)
}

/** Double quotes keep words together, also after a field: `name:"per day"`. */
function substringsOf(term: string) {
  const parts = term.replaceAll('\0', ' ').match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []
  return parts.slice(0, MAX_PARTS).flatMap((part) => {
    const plain = part.replaceAll('"', '')
    const field = fields.find((name) => plain.toLowerCase().startsWith(`${name}:`)) ?? null
    const text = field === null ? plain : plain.slice(field.length + 1)
    return text === '' ? [] : [{ field, text }]
  })
}
