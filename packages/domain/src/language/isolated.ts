import { textDirection } from '../languages.ts'

/** Characters of Unicode (UAX #9): what they enclose has the direction of its first letter, and nothing outside of it moves. */
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069']

/** Hebrew, Arabic and the other scripts from right to left. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Letters and digits, which a page from right to left puts in another order if they stand in several groups. */
const FROM_LEFT = /[^\P{L}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]|\p{Nd}/u
/** Characters without a glyph that set a direction. One that is not closed turns around the rest of its line. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/**
 * A name or value as a part of a text that is read from the other side, or that has characters which turn it around: nothing
 * before and after it changes its place. Other texts stay as they are.
 * @param language of the text around it: a tag of BCP 47
 */
export function isolated(value: string, language: string): string {
  const turns = textDirection(language) === 'ltr' ? FROM_RIGHT : FROM_LEFT
  return turns.test(value) || CONTROLS.test(value) ? FIRST_STRONG_ISOLATE + closed(value) + POP_ISOLATE : value
}

/** The text without ends of isolates that it has not begun, and with those that it lacks. */
function closed(value: string): string {
  let open = 0
  const text = value.replace(/[\u2066-\u2069]/g, (character) => {
    if (character !== POP_ISOLATE) open++
    else if (open === 0) return ''
    else open--
    return character
  })
  return text + POP_ISOLATE.repeat(open)
}

/** The text without what `isolated` has put around its values, for a name that is stored and read in other places. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, '')
