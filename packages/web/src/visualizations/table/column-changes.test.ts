import type { Condition } from '@sightline/domain/explore/exploration.ts'
import { tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import { describe, expect, it, vi } from 'vitest'
import { column, sampleFormats } from '../samples.ts'
import { changesOf } from './column-changes.tsx'
import { TableOptions } from './options.ts'

const columns = [column('town', 'string'), column('day', 'date'), column('sold', 'integer')]
const large: Condition = { column: 'sold', kind: 'min', values: [10] }

function table(onExplore: Parameters<typeof changesOf>[1]['onExplore'] = null) {
  const options = TableOptions.parse({ filters: [large], columns: [{ name: 'sold', total: 'sum' }] })
  const change = vi.fn()
  const view = { options, change, reset: null }
  const all = tableColumns(columns, options, sampleFormats)
  return { change, changes: changesOf(view, { columns: all, marks: sampleFormats.numberMarks, onExplore }) }
}

describe('the menu of a column', () => {
  it('offers the totals that suit the column, and changes its total (TABLE-52)', () => {
    const { changes, change } = table()
    expect(changes.totals('sold').filter(({ isChosen }) => isChosen)).toEqual([{ kind: 'sum', label: 'Sum', isChosen: true }])
    expect(changes.totals('town').map(({ label }) => label)).toEqual(['None', 'Values', 'Different values'])
    changes.summarize('sold', 'average')
    expect(change.mock.lastCall?.[0].columns).toMatchObject([
      { name: 'town' },
      { name: 'day' },
      { name: 'sold', total: 'average' },
    ])
  })

  it('changes the format of numbers, dates and times, but not of texts (TABLE-52)', () => {
    const { changes } = table()
    expect(['town', 'day', 'sold'].map((name) => changes.formatFields(name) !== null)).toEqual([false, true, true])
  })

  it('explores the rows that the table shows in groups, times by months (TABLE-52)', () => {
    const onExplore = vi.fn()
    const { changes } = table(onExplore)
    changes.groupBy?.('town')
    changes.groupBy?.('day')
    expect(onExplore.mock.calls.map(([by]) => by)).toEqual([
      { groups: [{ column: 'town', unit: null }], conditions: [large] },
      { groups: [{ column: 'day', unit: 'month' }], conditions: [large] },
    ])
    expect(table().changes.groupBy).toBeNull()
  })
})
