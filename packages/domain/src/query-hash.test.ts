import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashedText, isSameQuestion, queryHash } from './query-hash.ts'

describe('the hash of a query text', () => {
  it('leaves out white space and comments within one line', () => {
    expect(hashedText('SELECT  1')).toBe('SELECT1')
    expect(hashedText('SELECT 1 /* a */ , 2')).toBe('SELECT1,2')
    expect(hashedText("select 'A b'")).toBe("select'Ab'")
    expect(hashedText('SELECT 1 -- x')).toBe('SELECT1--x')
    expect(hashedText('SELECT /* a\n b */ 1')).toBe('SELECT/*ab*/1')
  })

  it('is MD5 in hexadecimal, with the case of the letters', () => {
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    expect(queryHash('SELECT 1', md5)).toBe(md5('SELECT1'))
    expect(queryHash('select 1', md5)).not.toBe(queryHash('SELECT 1', md5))
  })
})

describe('two texts with one hash', () => {
  it('are the same question when only comments and the amount of white space differ', () => {
    expect(isSameQuestion('SELECT  1\n', 'SELECT 1', '')).toBe(true)
    expect(isSameQuestion('SELECT /* a */ 1', 'SELECT 1', '')).toBe(true)
  })

  it('are two questions when a string or a word differs', () => {
    expect(isSameQuestion("SELECT 'a b'", "SELECT 'ab'", '')).toBe(false)
    expect(isSameQuestion('SELECT a b FROM t', 'SELECT ab FROM t', '')).toBe(false)
    expect(isSameQuestion('SELECT 1 -- x\n, 2', 'SELECT 1 -- x , 2', '')).toBe(false)
  })
})
