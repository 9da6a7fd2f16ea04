import { expect, it } from 'vitest'
import { previewText } from './preview.ts'

it('the first ten rows of a table are read in the dialect of its source (EDIT-43)', () => {
  expect(previewText('orders', 'postgresql')).toBe('SELECT * FROM orders LIMIT 10')
  expect(previewText('[my orders]', 'transactsql')).toBe('SELECT TOP 10 * FROM [my orders]')
  for (const dialect of ['oracle', 'firebird'])
    expect(previewText('ORDERS', dialect)).toBe('SELECT * FROM ORDERS FETCH FIRST 10 ROWS ONLY')
})
