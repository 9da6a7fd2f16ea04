import { describe, expect, it } from 'vitest'
import { boundText } from './bound-text.ts'

describe('a text with parameters (OPEN-202)', () => {
  it('has one for each literal that is a value, in order', () => {
    expect(boundText("select 'a' as x, 5 from t where b = 'it''s' or c = 'a' -- 'd'")).toEqual({
      text: "select $1 as x, 5 from t where b = $2 or c = $3 -- 'd'",
      values: ['a', "it's", 'a'],
    })
  })

  it('keeps a distance from words', () => {
    expect(boundText("select a ilike'%b%'and c ='d'")?.text).toBe('select a ilike $1 and c =$2')
  })

  it.each([
    ['it has an interval with fields', "select '1'::interval hour"],
    ['it has an interval with fields behind a comment', "select cast('2' as interval /* of */ day)"],
    ['it has groupings of groupings', "select upper('a') from t group by rollup (upper('a'))"],
    ['it has grouping sets', "select 'a' from t group by grouping sets ((b), ())"],
    ['there are no such literals', "select 1 from t where a = date '2026-01-31'"],
    ['it has parameters already', "select $1 where a = 'b'"],
    ['it has parameters behind the last literal', "select 'b' where a = $2"],
    ['there are more than the protocol can count', `select ${"'a', ".repeat(32_767)}'a'`],
  ])('is not made if %s', (_, text) => {
    expect(boundText(text)).toBeNull()
  })
})
