import LineBreaker from 'linebreak'

/**
 * Splits a text into the parts between which a line may end, by the rules of Unicode (UAX 14): after spaces and hyphens, and between
 * the letters of scripts without spaces, but not before their punctuation. A part that has to end its line ends with a line feed.
 */
export function partsOfLine(text: string): string[] {
  const breaker = new LineBreaker(text)
  const parts: string[] = []
  let from = 0
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    parts.push(text.slice(from, next.position))
    from = next.position
  }
  return parts
}
