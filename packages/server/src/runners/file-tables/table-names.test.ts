import { expect, it } from 'vitest'
import { tableName } from './table-names.ts'

it.each([
  ['Sales 2024', 'sales_2024'],
  ['  Über--Größe! ', 'uber_gro_e'],
  ['2024 sales', '_2024_sales'],
  ['__a__', 'a'],
  ['日本', 'data'],
  ['', 'data'],
  ['Order', 'order_data'],
  ['reorder', 'reorder'],
])('names the table of %j so that it needs no quotes: %s', (text, name) => {
  expect(tableName(text, new Set(['order']))).toBe(name)
})
