import { tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import { StoredColumns } from '@sightline/domain/table-columns/stored-columns.ts'
import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { storedColumns } from './stored-column.ts'

const formats = sampleFormats
const source = ['a', 'b'].map((name) => ({ name, type: 'string' as const, source_type: '' }))

describe('changing a table', () => {
  it('stores only the changed options and those that were stored before', () => {
    const columns = StoredColumns.parse([{ name: 'b', nullValue: '?', title: 'B' }])
    const shown = tableColumns(source, { columns }, formats)
    expect(storedColumns(shown, columns, { name: 'a', patch: { visible: false } })).toEqual([
      { name: 'a', type: 'string', order: 0, visible: false },
      expect.objectContaining({ name: 'b', type: 'string', order: 1, nullValue: '?', title: 'B' }),
    ])
  })

  it('stores the new order (TABLE-06)', () => {
    const shown = tableColumns(source, { columns: [] }, formats).toReversed()
    const columns = storedColumns(shown, [], null)
    expect(tableColumns(source, { columns }, formats).map(({ name }) => name)).toEqual(['b', 'a'])
  })
})
