/**
 * The key as shortcuts name it. With the layout of another alphabet, that is the Latin letter of the same place; signs, and the
 * letters of every Latin layout, are what they write.
 */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  return letter !== undefined && OTHER_LETTER.test(key) ? letter.toLowerCase() : key
}

const OTHER_LETTER = /^(?!\p{Script=Latin})\p{L}$/u
