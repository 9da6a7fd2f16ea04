/** The fields that one part of a substring search may name. */
const fields = ['id', 'name', 'query', 'description'] as const
export type SearchField = (typeof fields)[number]

/** What a list of queries is searched for; all parts must be found. */
export type Search =
  /** Beginnings of words, in name, id, description and text. None are left of a term of mere punctuation, which finds nothing. */
  | { by: 'words'; words: readonly string[] }
  /** Pieces of text, in the field they name, or else in name or description. */
  | { by: 'pieces'; pieces: readonly { field: SearchField | null; text: string }[] }

/** A term may be as long as an address; further words than these would only cost time. */
const MAX_PARTS = 32
/** Characters. Longer words are found by their beginning: PostgreSQL neither indexes nor takes words beyond 2 KB. */
const MAX_WORD_LENGTH = 250
/** As in the generated column `search`, with the characters that no text in the database holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL may come in an address, and is no part of a word.
const BETWEEN_WORDS = /[\s\u0000-\u001f!-/:-@[-`{-~]+/u

/**
 * Reads a search term.
 * @param inPieces the organization's `multi_byte_search_enabled`: for languages that write no spaces between words
 * @returns null for no search
 */
export function readSearch(term: string, inPieces: boolean): Search | null {
  if (term.trim() === '') return null
  return inPieces ? { by: 'pieces', pieces: piecesOf(term) } : { by: 'words', words: wordsOf(term) }
}

function wordsOf(term: string): string[] {
  const words = term.split(BETWEEN_WORDS).filter((word) => word !== '')
  const short = words.map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''))
  return [...new Set(short)].slice(0, MAX_PARTS)
}

/** Double quotes keep words together, also after a field: `name:"per day"`. */
function piecesOf(term: string) {
  const parts = term.replaceAll('\0', ' ').match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []
  return parts.slice(0, MAX_PARTS).flatMap((part) => {
    const plain = part.replaceAll('"', '')
    const field = fields.find((name) => plain.toLowerCase().startsWith(`${name}:`)) ?? null
    const text = field === null ? plain : plain.slice(field.length + 1)
    return text === '' ? [] : [{ field, text }]
  })
}
