import { expect, it } from 'vitest'
import { firstRowsText } from './preview.ts'

it('the first rows of a table are read in the dialect of its source (EDIT-43, OPEN-222)', () => {
  expect(firstRowsText('orders', 'postgresql', 10)).toBe('SELECT * FROM orders LIMIT 10')
  expect(firstRowsText('[my orders]', 'transactsql', 100_000)).toBe('SELECT TOP 100000 * FROM [my orders]')
  for (const dialect of ['oracle', 'firebird'])
    expect(firstRowsText('ORDERS', dialect, 10)).toBe('SELECT * FROM ORDERS FETCH FIRST 10 ROWS ONLY')
})
