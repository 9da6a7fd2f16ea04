import { lexicalRulesOf } from '@sightline/domain/query-text/languages.ts'
import { expect, it } from 'vitest'
import { schemaNames, searchInTable } from './schema-names.ts'

const table = (name: string, ...columns: string[]) => ({
  name,
  columns: columns.map((column) => ({ name: column, type: '' })),
})

it('offers each table and column of a schema once, as a name that can be chosen (OPEN-203)', () => {
  const tables = [table('sales.orders', 'id', 'total'), table('country', 'id', 'country', 'size.m2', '"my.size"')]
  expect(schemaNames(tables, lexicalRulesOf('postgresql', ''))).toEqual({
    tables: ['sales.orders', 'country'],
    columns: ['id', 'total', '"my.size"'],
  })
})

it('reads the table that a search for a column names, with or without its schema (PARAM-76)', () => {
  const orders = table('sales.orders', 'id', 'total')
  const country = table('country', 'id')
  const read = (search: string) => searchInTable([orders, country], search)
  expect(read('orders.tot')).toEqual({ table: orders, column: 'tot' })
  expect(read('Sales.Orders.')).toEqual({ table: orders, column: '' })
  expect(read('country.id')).toEqual({ table: country, column: 'id' })
  expect(['sales.ord', 'total', 'nothing.id', '.'].map(read)).toEqual([null, null, null, null])
})
