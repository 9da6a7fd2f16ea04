import { describe, expect, it } from 'vitest'
import { matchesPattern } from './pattern.ts'
import { standardText } from './run-text.ts'

describe('the text that stored results of a query belong to', () => {
  const textOf = (query: string, ...parameters: { name: string }[]) => standardText({ query, options: { parameters } }, null)

  it('has the stored values in place', () => {
    const number = { name: 'n', type: 'number', value: '01' }
    const many = {
      name: 'm',
      type: 'enum',
      enumOptions: 'a\nb',
      multiValuesOptions: { prefix: "'", suffix: "'" },
      value: ['a', 'b'],
    }
    const choice = { name: 'c', type: 'query', queryId: 1, value: 'x' }
    expect(textOf('{{ n }} {{ m }} {{ c }}', number, many, choice)).toBe("1 'a','b' x")
    expect(textOf('{{# n }}{{ n }}{{/ n }}!', { ...number, value: null, optional: true } as { name: string })).toBe('!')
  })

  it('is the bare text where one of them does not fit, or changes with the day', () => {
    const number = { name: 'n', type: 'number', value: 1 }
    for (const other of [{ name: 'd', type: 'date', value: 'd_now' }, { name: 'd', type: 'date', value: null }, { name: 'd' }])
      expect(textOf('{{ n }} {{ d }}', number, other)).toBe('{{ n }} {{ d }}')
    expect(textOf('{{ n', number)).toBe('{{ n')
    expect(textOf('{{ n }}')).toBe('{{ n }}')
  })
})

describe('a pattern', () => {
  it('is matched from end to end, alternatives included', () => {
    expect(matchesPattern('a|b', 'a')).toBe(true)
    expect(matchesPattern('a|b', 'ab')).toBe(false)
    expect(matchesPattern('a', 'a\n')).toBe(false)
    expect(matchesPattern('.*', 'x'.repeat(1_001))).toBe(false)
  })

  it('that is none matches nothing, not even what would close our brackets', () => {
    for (const pattern of ['(', '[', '\\', 'a)|(?:b']) {
      expect(matchesPattern(pattern, pattern), pattern).toBe(false)
      expect(matchesPattern(pattern, 'ax'), pattern).toBe(false)
    }
    expect(matchesPattern('`', '`')).toBe(true)
    expect(matchesPattern('$`{1}', '$')).toBe(false)
  })
})
