import { describe, expect, it } from 'vitest'
import { boundText as boundTextIn, duckdbParameters, postgresParameters } from './bound-text.ts'

const boundText = (text: string) => boundTextIn(text, postgresParameters)

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

  it.each(["select ? where a = 'b'", "select $1 where a = 'b'"])('is not made for DuckDB if it has a parameter: %s', (text) => {
    expect(boundTextIn(text, duckdbParameters)).toBeNull()
    expect(boundTextIn(text.replace(/[?]|\$1/, "'?'"), duckdbParameters)?.values).toEqual(['b'])
  })

  it('keeps the literals that name columns, where a database names them so (OPEN-212)', () => {
    const text =
      "select 'a', lower('b'), (select c from t where d = 'e') from t where f = 'g' order by case f when 'h' then 1 end"
    expect(boundTextIn(text, duckdbParameters)).toEqual({
      text: text.replace("'g'", '$1').replace("'h'", '$2'),
      values: ['g', 'h'],
    })
    const nested = "with a as (select x from t where y = 'b') select * from (select 'c' from a where x = 'd') s"
    expect(boundTextIn(nested, duckdbParameters)?.values).toEqual(['b', 'd'])
    expect(boundTextIn("delete from t where a = 'b' returning 'c', a = 'd'", duckdbParameters)?.values).toEqual(['b'])
  })
})
