import { describe, expect, it } from 'vitest'
import { never } from '../../testing/never.ts'
import { addComments, addDetails, addKeys } from './schema-details.ts'

const table = (name: string, ...columns: string[]) => ({
  name,
  columns: columns.map((column) => ({ name: column, type: 'int' })),
})
const shop = () => [table('orders', 'shop', 'number'), table('lines', 'shop', 'number', 'place')]

describe('keys of a schema', () => {
  it('are added to their tables, with all columns of a composite foreign key in its order (EDIT-42, OPEN-160)', () => {
    const tables = shop()
    const key = { table: 'lines', key: 'of_order' }
    addKeys(tables, [
      { table: 'lines', key: 'pk', column: 'place', target: null },
      { ...key, column: 'number', target: { table: 'orders', column: 'number' } },
      { table: 'lines', key: 'of_shop', column: 'shop', target: { table: 'orders', column: 'shop' } },
      { ...key, column: 'shop', target: { table: 'orders', column: 'shop' } },
    ])
    expect(tables[1]).toEqual({
      name: 'lines',
      columns: [
        { name: 'shop', type: 'int' },
        { name: 'number', type: 'int' },
        { name: 'place', type: 'int', primary: true },
      ],
      foreign_keys: [
        { columns: ['number', 'shop'], table: 'orders', references: ['number', 'shop'] },
        { columns: ['shop'], table: 'orders', references: ['shop'] },
      ],
    })
  })

  it('are left out if they belong or refer to a table that the schema does not list (EDIT-42)', () => {
    const tables = shop()
    addKeys(tables, [
      { table: 'hidden', key: 'k', column: 'x', target: null },
      { table: 'lines', key: 'k', column: 'shop', target: { table: 'hidden', column: 'x' } },
    ])
    expect(tables).toEqual(shop())
  })
})

describe('comments of a schema', () => {
  it('are added to tables and columns, unless they are empty (EDIT-42)', () => {
    const tables = shop()
    addComments(tables, [
      { table: 'orders', column: null, comment: 'All orders' },
      { table: 'orders', column: 'shop', comment: 'Where' },
      { table: 'orders', column: 'gone', comment: 'What' },
      { table: 'lines', column: null, comment: '' },
    ])
    expect(tables[0]).toMatchObject({ description: 'All orders', columns: [{ comment: 'Where' }, {}] })
    expect(tables[1]).toEqual(shop()[1])
  })
})

describe('details that the account may not read', () => {
  const statements = { keys: 'keys', comments: 'comments' }
  const naming = { tableName: (_: string, name: string) => name, columnName: (name: string) => name }
  const read = async (signal: AbortSignal) => {
    const tables = shop()
    const rowsOf = async (statement: string) => {
      if (statement === 'keys') throw new Error('permission denied')
      return [['', 'orders', null, 'All orders']]
    }
    await addDetails(tables, statements, { ...naming, rowsOf, signal })
    return tables
  }

  it('are absent, and the others are shown (OPEN-161)', async () => {
    expect(await read(never)).toEqual([{ ...shop()[0], description: 'All orders' }, shop()[1]])
  })

  it('do not hide that reading was cancelled', async () => {
    await expect(read(AbortSignal.abort())).rejects.toThrow('permission denied')
  })
})
