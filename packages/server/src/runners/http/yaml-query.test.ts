import { describe, expect, it } from 'vitest'
import { YAMLParseError } from 'yaml'
import { parseYamlQuery } from './yaml-query.ts'

describe('a query in YAML', () => {
  it('is an object', () => {
    expect(parseYamlQuery('url: x\nlist: [1]', 'An object.')).toEqual({ url: 'x', list: [1] })
    expect(() => parseYamlQuery('- a', 'An object.')).toThrow('An object.')
    for (const text of ['', ' \n ']) expect(() => parseYamlQuery(text, 'An object.')).toThrow('Query is empty.')
  })

  it('reports the position where the text is not YAML, in one line', () => {
    expect(() => parseYamlQuery('a: [1\nb: 2', 'An object.')).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^The query is not valid YAML: [^\n]*[^:\n]$/),
        position: expect.any(Number),
      }),
    )
    expect(() => parseYamlQuery('a: b: c', 'An object.')).toThrow(
      expect.objectContaining({ position: 4, cause: expect.any(YAMLParseError) }),
    )
  })

  it('refuses aliases that expand without bounds', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]', 'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]', 'c: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]']
    expect(() => parseYamlQuery(bomb.join('\n'), 'An object.')).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^The query is not valid YAML: ./),
        cause: expect.any(Error),
        position: null,
      }),
    )
  })
})
