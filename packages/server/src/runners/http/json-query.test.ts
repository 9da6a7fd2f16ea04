import { describe, expect, it } from 'vitest'
import { parseJsonQuery } from './json-query.ts'

describe('a query in JSON', () => {
  it('is an object', () => {
    expect(parseJsonQuery('{"a":1}')).toEqual({ a: 1 })
    for (const text of ['[]', '1', 'null', '"x"'])
      expect(() => parseJsonQuery(text)).toThrow('The query should be a JSON object.')
  })

  it('reports the position where the text is not JSON', () => {
    expect(() => parseJsonQuery('{"a" 1}')).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^The query is not valid JSON: /), position: 6 }),
    )
    expect(() => parseJsonQuery('{"abc": 12 13}')).toThrow(
      expect.objectContaining({ position: 12, cause: expect.any(SyntaxError) }),
    )
    expect(() => parseJsonQuery('{', 'Wrong:')).toThrow(expect.objectContaining({ message: expect.stringMatching(/^Wrong: /) }))
    expect(() => parseJsonQuery('')).toThrow(expect.objectContaining({ position: null }))
  })
})
