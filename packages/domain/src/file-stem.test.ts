import { describe, expect, it } from 'vitest'
import { fileStem } from './file-stem.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).length

describe('the name of a saved file', () => {
  it('keeps the letters of every script and emojis, and loses what file systems refuse (OPEN-623)', () => {
    expect(fileStem('売上 2024/25: "net"')).toBe('売上 2024 25 net')
    expect(fileStem('👩‍👩‍👧‍👦')).toBe('👩‍👩‍👧‍👦')
    expect(fileStem('a\u0000\n/')).toBe('a')
    expect(fileStem(' ? ')).toBe('')
  })

  it('has no character that turns its extension around (OPEN-623)', () => {
    expect(fileStem('invoice\u202efdp')).toBe('invoicefdp')
    expect(fileStem('\u2067إيراد\u2069\u200f')).toBe('إيراد')
  })

  it('has room for a whole name on every file system, whatever its script, and ends with a whole grapheme (OPEN-623)', () => {
    for (const sign of ['a', '売', 'ا', '👩‍👩‍👧‍👦']) {
      const stem = fileStem(sign.repeat(200))
      expect(stem).toBe(sign.repeat(Math.floor(200 / bytesOf(sign))))
    }
  })
})
