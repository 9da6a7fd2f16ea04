import { expect, it } from 'vitest'
import { tableView } from './table-view.ts'
import { valuesText } from './values-text.ts'

const columns = ['id', 'town', 'total'].map((name) => ({ name, friendly_name: name, type: null }))
const rows = [[1, 'Bern', 7]]

it('a table in a mail has the titles, the order and only the visible columns of the widget (DASH-80)', () => {
  const options = {
    columns: [
      { name: 'id', visible: false, order: 0 },
      { name: 'total', title: 'Total sales', order: 1 },
      { name: 'gone', order: 2 },
    ],
  }
  const view = tableView(options, { columns, rows })
  expect(view.columns.map(({ friendly_name }) => friendly_name)).toEqual(['Total sales', 'town'])
  expect(view.rows).toEqual([[7, 'Bern']])
  for (const broken of [{}, { columns: 'x' }, { columns: [{ name: 'id', title: 5, visible: 'no' }] }])
    expect(tableView(broken, { columns, rows })).toEqual({ columns, rows })
})

it('the values of a report name titles, lists and ranges, without empty ones (DASH-80)', () => {
  const definitions = [
    { name: 'c', title: 'Country' },
    { name: 'p', title: 'Period', type: 'date-range' },
    { name: 'e', title: 'Empty' },
  ]
  const values = { c: ['CH', 'DE'], p: { start: '2026-10-27', end: '2026-11-25' }, e: null }
  expect(valuesText(definitions, values)).toBe('Country: CH, DE · Period: 2026-10-27 – 2026-11-25')
  expect(valuesText([], {})).toBeNull()
  expect(valuesText([{ name: 'c' }], { c: 'x'.repeat(400) })).toHaveLength(300)
})
