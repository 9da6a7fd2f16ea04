import { describe, expect, it } from 'vitest'
import { standardText } from './run-text.ts'

describe('the text by which stored results of a query are found', () => {
  const textOf = (query: string, ...parameters: { name: string }[]) => standardText({ query, options: { parameters } }, null)

  it('has the stored values filled in', async () => {
    const number = { name: 'n', type: 'number', value: '01' }
    const many = {
      name: 'm',
      type: 'enum',
      enumOptions: 'a\nb',
      multiValuesOptions: { prefix: "'", suffix: "'" },
      value: ['a', 'b'],
    }
    const choice = { name: 'c', type: 'query', queryId: 1, value: 'x' }
    expect(await textOf('{{ n }} {{ m }} {{ c }}', number, many, choice)).toBe("1 'a','b' x")
    expect(await textOf('{{# n }}{{ n }}{{/ n }}!', { ...number, value: null, optional: true } as { name: string })).toBe('!')
  })

  it('is the bare text if a stored value does not fit or changes with the day', async () => {
    const number = { name: 'n', type: 'number', value: 1 }
    for (const other of [{ name: 'd', type: 'date', value: 'd_now' }, { name: 'd', type: 'date', value: null }, { name: 'd' }])
      expect(await textOf('{{ n }} {{ d }}', number, other)).toBe('{{ n }} {{ d }}')
    expect(await textOf('{{ n', number)).toBe('{{ n')
    expect(await textOf('{{ n }}')).toBe('{{ n }}')
  })
})
