import { lexicalRulesOf } from '@sightline/domain/query-text/languages.ts'
import { expect, it } from 'vitest'
import { schemaNames } from './schema-names.ts'

it('offers each table and column of a schema once, as a name that can be chosen (OPEN-203)', () => {
  const table = (name: string, ...columns: string[]) => ({
    name,
    columns: columns.map((column) => ({ name: column, type: '' })),
  })
  const tables = [table('sales.orders', 'id', 'total'), table('country', 'id', 'country', 'size.m2', '"my.size"')]
  expect(schemaNames(tables, lexicalRulesOf('postgresql', ''))).toEqual({
    tables: ['sales.orders', 'country'],
    columns: ['id', 'total', '"my.size"'],
  })
})
