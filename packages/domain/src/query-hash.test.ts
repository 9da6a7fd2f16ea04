import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { withDialect } from './query-dialect.ts'
import { hashedText, isSameQueryText, queryHash } from './query-hash.ts'

describe('the hash of a query text', () => {
  it('ignores white space and comments within one line', () => {
    expect(hashedText('SELECT  1')).toBe('SELECT1')
    expect(hashedText('SELECT 1 /* a */ , 2')).toBe('SELECT1,2')
    expect(hashedText("select 'A b'")).toBe("select'Ab'")
    expect(hashedText('SELECT 1 -- x')).toBe('SELECT1--x')
    expect(hashedText('SELECT /* a\n b */ 1')).toBe('SELECT/*ab*/1')
  })

  it('is MD5 in hexadecimal, and case-sensitive', () => {
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    expect(queryHash('SELECT 1', md5)).toBe(md5('SELECT1'))
    expect(queryHash('select 1', md5)).not.toBe(queryHash('SELECT 1', md5))
  })
})

describe('two query texts with the same hash', () => {
  it('are different if they are in two dialects', () => {
    const [sqlite, duckdb] = ['select 5/2', withDialect('select 5/2', 'duckdb')]
    expect(hashedText(sqlite)).toBe(hashedText(duckdb))
    expect(isSameQueryText(sqlite, duckdb, 'sqlite')).toBe(false)
    expect(isSameQueryText(duckdb, withDialect('select  5/2', 'duckdb'), 'sqlite')).toBe(true)
    // Brackets quote a name in SQLite and make a list in DuckDB, where white space is insignificant.
    expect(isSameQueryText('select [a  b]', 'select [a b]', 'sqlite')).toBe(false)
    const lists = ['select [a,  b]', 'select [a, b]'].map((text) => withDialect(text, 'duckdb'))
    expect(isSameQueryText(lists[0] ?? '', lists[1] ?? '', 'sqlite')).toBe(true)
  })

  it('are equal if they only differ in comments and the amount of white space', () => {
    expect(isSameQueryText('SELECT  1\n', 'SELECT 1', '')).toBe(true)
    expect(isSameQueryText('SELECT /* a */ 1', 'SELECT 1', '')).toBe(true)
  })

  it('are different if strings with escaped quotes differ, in any language', () => {
    for (const dialect of ['', 'flux', 'mysql', 'bigquery'])
      for (const quote of ["''", "\\'"])
        expect(isSameQueryText(`where a = 'O${quote}B  c'`, `where a = 'O${quote}B c'`, dialect), dialect + quote).toBe(false)
  })

  it('are different if a string or a word differs', () => {
    expect(isSameQueryText("SELECT 'a b'", "SELECT 'ab'", '')).toBe(false)
    expect(isSameQueryText('SELECT a b FROM t', 'SELECT ab FROM t', '')).toBe(false)
    expect(isSameQueryText('SELECT 1 -- x\n, 2', 'SELECT 1 -- x , 2', '')).toBe(false)
  })
})

// A quadratic search would need 10^11 steps and more for each of them.
describe('a long query text', () => {
  const long = (text: string) => text.repeat(1_000_000)
  it.each([
    ['comments that are never closed', long('/*a')],
    ['comments that are never closed in their line', `${long('/*a')}\n*/`],
    ['comments within comments', long('/*a') + long('*/ ')],
    ['many quoted names', long('"a')],
    ['many quoted texts', long('$a$ ')],
  ])('is compared in linear time: %s', (_, text) => {
    expect(hashedText(text).length).toBeLessThanOrEqual(text.length)
    expect(isSameQueryText(text, `${text} x`, 'postgresql')).toBeTypeOf('boolean')
  })
})
