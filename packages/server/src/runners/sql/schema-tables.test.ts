import { describe, expect, it } from 'vitest'
import { identifierQuoter, tablesOf, tablesOfColumns } from './schema-tables.ts'

const column = (name: string, type: string) => ({ name, type })

describe('the tables of a schema', () => {
  it('are listed once by name, with their columns in the order of the table (EDIT-41)', () => {
    const rows = [
      { table: 'b', column: 'y', type: 'int' },
      { table: 'c', column: 'z', type: 'int' },
      { table: 'a', column: null, type: '' },
      { table: 'b', column: 'X', type: 'text' },
      { table: 'b', column: 'a', type: 'text' },
    ]
    expect(tablesOfColumns(rows)).toEqual([
      { name: 'a', columns: [] },
      { name: 'b', columns: [column('y', 'int'), column('X', 'text'), column('a', 'text')] },
      { name: 'c', columns: [column('z', 'int')] },
    ])
    expect(tablesOfColumns([])).toEqual([])
  })

  it('have the details of their columns that there are (EDIT-42)', () => {
    const details = { primary: true, comment: 'The owner' }
    expect(tablesOfColumns([{ table: 'a', column: 'x', type: 'int', details }])).toEqual([
      { name: 'a', columns: [{ ...column('x', 'int'), ...details }] },
    ])
    expect(
      tablesOf([
        ['a', 'x', 'int', 'A comment'],
        ['a', 'y', 'int', ''],
      ]),
    ).toEqual([{ name: 'a', columns: [{ ...column('x', 'int'), comment: 'A comment' }, column('y', 'int')] }])
  })

  it('are made of rows of texts', () => {
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
