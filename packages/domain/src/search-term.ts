import { foldedText, searchable } from './folded-text.ts'
import { beginningOf } from './shortened.ts'

/** A term that is searched in names and texts. */
export interface SearchTerm {
  /** As searches compare texts (`foldedText`), with single spaces. */
  whole: string
  /** Its words, all of which must match. */
  words: readonly string[]
  /** The term as it was typed, for the words that the database has of texts. */
  typed: string
}

/** More words would only cost time. */
const MAX_WORDS = 32
/** Characters; names and queries with longer words are not worth the time. */
const MAX_LENGTH = 1000

/** Parses what somebody has typed. NUL, which no stored text contains, separates words. */
export function searchTerm(typed: string): SearchTerm {
  const words = foldedText(typed.slice(0, MAX_LENGTH))
    .split(/[\s\0]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
  return { whole: words.join(' '), words: [...new Set(words)], typed: typed.slice(0, MAX_LENGTH) }
}

/** How well something matches, best first. */
export const MatchRank = { sameName: 0, startOfName: 1, wordsOfName: 2, partOfName: 3, field: 4, text: 5 } as const

/**
 * How well a name matches a term: it is the term, begins with it, has words that begin with the term's words, or contains them.
 * @returns null if a word of the term is not in the name
 */
export function nameRank(name: string, { whole, words }: SearchTerm): number | null {
  const folded = foldedText(name)
  if (folded === whole) return MatchRank.sameName
  if (folded.startsWith(whole)) return MatchRank.startOfName
  if (!words.every((word) => folded.includes(word))) return null
  return words.every((word) => wordStart(folded, word) !== -1) ? MatchRank.wordsOfName : MatchRank.partOfName
}

/** Everything of ASCII that separates words: also `sales_by_day` and `shop.orders` have several. */
const SEPARATOR = /[\s!-/:-@[-`{-~]/

/** Where a word of the text begins with this one; -1 if none does. */
function wordStart(folded: string, word: string): number {
  let at = folded.indexOf(word)
  while (at > 0 && !SEPARATOR.test(folded.charAt(at - 1))) at = folded.indexOf(word, at + 1)
  return at
}

/** A piece of a text, and where in it the word is that was found. */
export interface Excerpt {
  text: string
  start: number
  length: number
}

/** Characters before and after the word in an excerpt. */
const BEFORE = 28
const AFTER = 60

/**
 * The piece of a text around the first occurrence of a word, preferably at the start of a word, on one line.
 * @param word of a term
 * @returns null if the text does not contain the word
 */
export function excerptOf(text: string, word: string): Excerpt | null {
  const { folded, pieceOf } = searchable(text)
  const start = wordStart(folded, word)
  const place = start === -1 ? folded.indexOf(word) : start
  if (place === -1) return null
  const oneLine = (piece: string) => piece.replace(/\s+/g, ' ')
  const { from: at, to: end } = pieceOf(place, word.length)
  const from = beginningOf(text, Math.max(0, at - BEFORE)).length
  const to = beginningOf(text, end + AFTER).length
  const before = `${from > 0 ? '…' : ''}${oneLine(text.slice(from, at)).replace(/^ /, '')}`
  const found = oneLine(text.slice(at, end))
  const after = `${oneLine(text.slice(end, to)).replace(/ $/, '')}${to < text.length ? '…' : ''}`
  return { text: before + found + after, start: before.length, length: found.length }
}
