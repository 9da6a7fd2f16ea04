/** A word and how often it occurs. */
export interface Word {
  text: string
  count: number
}

/** A limit on either side; null, zero and less mean none. */
export interface Limits {
  min: number | null
  max: number | null
}

/** Counts the words in texts, of which each occurs `count` times; words are what stands between blanks. */
export function wordsIn(texts: readonly Word[]): Word[] {
  const counts = new Map<string, number>()
  for (const { text, count } of texts) {
    for (const word of text.split(/\s+/)) if (word !== '') counts.set(word, (counts.get(word) ?? 0) + count)
  }
  return [...counts].map(([text, count]) => ({ text, count }))
}

/** The words that keep within both limits, the most frequent first. */
export function limitedWords(words: readonly Word[], lengths: Limits, counts: Limits): Word[] {
  return words
    .filter(({ text, count }) => isWithin([...text].length, lengths) && isWithin(count, counts))
    .toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
}

function isWithin(value: number, { min, max }: Limits): boolean {
  return (min === null || min <= 0 || value >= min) && (max === null || max <= 0 || value <= max)
}
