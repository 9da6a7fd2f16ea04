import { expect, it } from 'vitest'
import { storedUploads } from './uploads.ts'

it('lists the uploaded files of a data source with a summary of their tables', () => {
  const one = { upload: 'u1', name: 'a.csv', size: 2048, tables: [{ name: 'a', rows: 1204, columns: [] }] }
  const more = { upload: 'u2', name: 'b.xlsx', tables: [...one.tables, { name: 'b', rows: 1, columns: [] }] }
  expect(storedUploads([one, more, 'nonsense'])).toEqual([
    { id: 'u1', name: 'a.csv', size: 2048, summary: 'a: 1,204 rows', value: one },
    { id: 'u2', name: 'b.xlsx', size: null, summary: '2 tables, 1,205 rows', value: more },
  ])
  expect(storedUploads(undefined)).toEqual([])
})
