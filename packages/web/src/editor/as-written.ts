import type { TextRange } from './error-place.ts'

/**
 * Where a word of the text that a data source was sent stands in the text that was written: parameters were filled in on the way, and
 * comments between statements dropped. Words are counted: the third `id` that was sent is the third that was written.
 * @param place the word, in the text that was sent
 * @returns null when so many are not written, as where the word came with a value
 */
export function asWritten(written: string, sent: string, place: TextRange): TextRange | null {
  if (written === sent) return place
  const word = sent.slice(place.from, place.to)
  const before = startsOf(word, sent).indexOf(place.from)
  // The name of a parameter is not sent.
  const kept = written.replace(/\{\{.*?\}\}/gs, (tag) => ' '.repeat(tag.length))
  const from = startsOf(word, kept)[before]
  return from === undefined ? null : { from, to: from + word.length }
}

/** Where a word or sign begins, each time that it is no part of a longer word. */
function startsOf(word: string, text: string): number[] {
  const isInWord = (at: number) => /[\w$]/.test(word.charAt(0)) && /[\w$]/.test(text.charAt(at))
  const starts: number[] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isInWord(at - 1) && !isInWord(at + word.length)) starts.push(at)
  }
  return starts
}
