/** Marks of Latin, Greek and Cyrillic letters, and those of Arabic with its tatweel, which people leave out when they type. */
export const UNTYPED_MARKS = '\\u0300-\\u036f\\u0640\\u064b-\\u065f\\u0670'

const untyped = new RegExp(`[${UNTYPED_MARKS}]`, 'gu')

/**
 * A text as searches compare it: without differences of case, of half and full width, of marks and of ß. `Straße` and `STRASSE` are
 * the same, and so are `ｳﾘ` and `ウリ`. The server folds the texts of the database in the same way (`platform/db/folded-text.ts`).
 */
export const foldedText = (text: string): string =>
  text.normalize('NFKD').replace(untyped, '').toLowerCase().replaceAll('ß', 'ss')

/** Scripts that put no spaces between words, so that a word is found in the middle of a text only as a part of it. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u

/** Whether a text has letters of a script without spaces between words. */
export const isWithoutSpaces = (text: string): boolean => withoutSpaces.test(text)

/** A piece of a text, by the index of its first code unit and the index after its last. */
export interface Piece {
  from: number
  to: number
}

/** A text that is searched by folded words, whose places it tells in the text itself. */
export interface Searchable {
  folded: string
  /** The piece of the text behind a piece of `folded`. */
  pieceOf(at: number, length: number): Piece
}

/** Makes a text searchable. */
export function searchable(text: string): Searchable {
  const whole = foldedText(text)
  // Most texts keep their length, and with it their places.
  if (whole.length === text.length) return { folded: whole, pieceOf: (at, length) => ({ from: at, to: at + length }) }
  let folded = ''
  const starts: number[] = []
  let at = 0
  for (const character of text) {
    const each = foldedText(character)
    for (let unit = 0; unit < each.length; unit++) starts.push(at)
    folded += each
    at += character.length
  }
  const startAt = (place: number) => starts[place] ?? text.length
  return {
    folded,
    pieceOf(place, length) {
      const from = startAt(place)
      const last = startAt(place + length - 1)
      // A piece ends after the last character that has a share in it, and after the marks of that character.
      let end = place + length
      while (end < folded.length && startAt(end) === last) end++
      return { from, to: startAt(end) }
    },
  }
}
