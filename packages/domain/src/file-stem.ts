import { graphemesOf } from './shortened.ts'

/** Bytes in UTF-8. Linux allows 255 for a whole name, and a browser may add a number. */
const MAX_BYTES = 200

/**
 * A name as the name of a file, without the extension: without the characters that file systems refuse, and without those that would
 * turn the extension around, which could then be taken for another.
 * @returns '' if nothing remains
 */
export function fileStem(name: string): string {
  const allowed = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .replace(/[<>:"\\/|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const encoder = new TextEncoder()
  let stem = ''
  for (const grapheme of graphemesOf(allowed)) {
    if (encoder.encode(stem + grapheme).length > MAX_BYTES) break
    stem += grapheme
  }
  return stem.trimEnd()
}
