import { graphemesOf } from '@sightline/domain/shortened.ts'

/**
 * The text, cut with an ellipsis between two graphemes if it does not fit.
 * @param fits whether a text has room; what is longer than a text that does not fit must not fit either
 * @returns '' if not even one fits
 */
export function fitted(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const graphemes = graphemesOf(text)
  const cut = (count: number) => `${graphemes.slice(0, count).join('').trimEnd()}…`
  let [fit, tooMany] = [0, graphemes.length]
  while (tooMany - fit > 1) {
    const count = Math.floor((fit + tooMany) / 2)
    if (fits(cut(count))) fit = count
    else tooMany = count
  }
  return fit === 0 ? '' : cut(fit)
}

/** East Asian characters and emoji, per Latin letter. */
const WIDE_LETTER = 1.75

/** Of how many Latin letters a text has the width, for estimates that know the width of such a letter. */
export const lettersWide = (text: string): number =>
  graphemesOf(text).reduce((sum, grapheme) => sum + (grapheme > '\u2e7f' ? WIDE_LETTER : 1), 0)

/** The text, cut with an ellipsis if it is wider than a number of Latin letters. */
export const fittedLetters = (text: string, count: number): string => fitted(text, (cut) => lettersWide(cut) <= count)
