/** Intl has the rules of Unicode for what a reader sees as one character, a grapheme: an emoji with joiners, a flag, a letter with its accents. */
let segmenter: Intl.Segmenter | null = null

/** Made when first needed: to make it takes a phone long, and most pages cut no text. */
function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** UTF-16 units after the cut that decide whether it goes through a grapheme: enough for both halves of a character. */
const LOOK_AHEAD = 2

/** The characters of a text, as a reader counts them. */
export const graphemesOf = (text: string): string[] =>
  // Each character of ASCII is one of its own, except for the line break of Windows.
  /^[\x20-\x7e]*$/.test(text) ? [...text] : Array.from(segmentsOf(text), ({ segment }) => segment)

/**
 * The beginning of a text, without half a grapheme at its end.
 * @param length at most so many UTF-16 units, in which `text.length`, the columns of the database and chat services count
 */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text
  const { index = 0 } = segmentsOf(text.slice(0, length + LOOK_AHEAD)).containing(length) ?? {}
  // A grapheme can have any number of accents. One that fills the whole length is cut, though never within a character.
  return index > 0 ? text.slice(0, index) : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/**
 * The text, cut with an ellipsis if it is longer.
 * @param length at most so many UTF-16 units, with the ellipsis
 */
export const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${beginningOf(text, length - 1)}…`

/** The text, cut with an ellipsis if it has more graphemes, for places whose room is counted in them. */
export function firstGraphemes(text: string, count: number): string {
  const all = graphemesOf(text)
  return all.length <= count ? text : `${all.slice(0, count).join('')}…`
}
