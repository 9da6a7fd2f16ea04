import { describe, expect, it } from 'vitest'
import { identifierQuoter, sortTables, tablesOf, tablesOfColumns } from './schema-tables.ts'

const column = (name: string, type: string) => ({ name, type })

describe('the tables of a schema', () => {
  it('are listed once, with their columns, both by name', () => {
    const rows = [
      { table: 'b', column: 'y', type: 'int' },
      { table: 'c', column: 'z', type: 'int' },
      { table: 'a', column: null, type: '' },
      { table: 'b', column: 'X', type: 'text' },
      { table: 'b', column: 'a', type: 'text' },
    ]
    expect(tablesOfColumns(rows)).toEqual([
      { name: 'a', columns: [] },
      { name: 'b', columns: [column('X', 'text'), column('a', 'text'), column('y', 'int')] },
      { name: 'c', columns: [column('z', 'int')] },
    ])
    expect(tablesOfColumns([])).toEqual([])
  })

  it('are sorted in place, and those of one name stay in their order', () => {
    const tables = ['b', 'c', 'a', 'b'].map((name, index) => ({ name, columns: [column(String(index), 'int')] }))
    expect(sortTables(tables)).toBe(tables)
    expect(tables.map(({ name, columns }) => `${name}${columns[0]?.name}`)).toEqual(['a2', 'b0', 'b3', 'c1'])
  })

  it('may keep the order of their columns', () => {
    const rows = [
      ['b', 'y', 'int'],
      ['c', 'z', null],
      ['a', 5, 'text'],
      ['b', 'x', undefined],
    ]
    expect(tablesOf(rows)).toEqual([
      { name: 'a', columns: [column('5', 'text')] },
      { name: 'b', columns: [column('y', 'int'), column('x', '')] },
      { name: 'c', columns: [column('z', '')] },
    ])
  })
})

describe('an identifier', () => {
  it.each([
    ['"', 'a"b""', '"a""b"""""'],
    ['`', 'a`b', '`a``b`'],
    ['[', 'a[b]c', '[a[b]]c]'],
  ] as const)('is quoted by %s where it is no plain name', (quote, name, quoted) => {
    const written = identifierQuoter(/^[a-z]+$/, quote)
    expect([written('plain'), written(name)]).toEqual(['plain', quoted])
  })
})
