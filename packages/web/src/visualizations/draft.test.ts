import { describe, expect, it } from 'vitest'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { isDirty, savedDraft, startDraft, withChoice, withName, withOptions, withType } from './draft.ts'

const columns: SourceColumn[] = [
  { name: 'day', type: 'date', source_type: '' },
  { name: 'sold', type: 'integer', source_type: '' },
]

describe('the draft of a visualization', () => {
  it('starts as a chart suggested from the columns', () => {
    expect(startDraft(null, columns, [])).toMatchObject({
      type: 'CHART',
      name: 'Sold by Day',
      options: { globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } },
    })
  })

  it('takes the default options of another type (VIZ-08)', () => {
    expect(withType(startDraft(null, columns, []), 'TABLE', columns, [])).toMatchObject({ type: 'TABLE', options: {} })
    const table = startDraft({ type: 'TABLE', name: 'Table', options: { itemsPerPage: 5 } }, columns, [])
    expect(withType(table, 'CHART', columns, []).options).toMatchObject({
      globalSeriesType: 'line',
      columnMapping: { day: 'x', sold: 'y' },
    })
  })

  it('gets the columns that suit another kind of chart, until the user has set an option (CHART-49)', () => {
    const numbers: SourceColumn[] = [...columns, { name: 'left', type: 'integer', source_type: '' }]
    const [scatter, bars] = ['scatter', 'column'].map((kind) => ({ type: 'CHART', patch: { globalSeriesType: kind } }))
    if (!scatter || !bars) throw new Error('A kind is missing.')
    const chosen = withChoice(startDraft(null, numbers, []), scatter, numbers, [])
    expect(chosen.options).toMatchObject({ globalSeriesType: 'scatter', columnMapping: { sold: 'x', left: 'y' } })
    expect(chosen.name).toBe('Left by Sold')
    const set = withOptions(chosen, { sortX: false })
    expect(withChoice(set, bars, numbers, []).options).toEqual({ ...set.options, globalSeriesType: 'column' })
    const stored = startDraft({ type: 'CHART', name: 'Mine', options: { columnMapping: { day: 'x' } } }, numbers, [])
    expect(withChoice(stored, bars, numbers, []).options).toEqual({ columnMapping: { day: 'x' }, globalSeriesType: 'column' })
  })

  it('keeps the columns that the user has chosen when another type can show them, and takes others if not (OPEN-250)', () => {
    const more: SourceColumn[] = [
      ...columns,
      { name: 'shop', type: 'string', source_type: '' },
      { name: 'left', type: 'integer', source_type: '' },
    ]
    const options = { globalSeriesType: 'column', columnMapping: { shop: 'x', left: 'y' } }
    const stored = startDraft({ type: 'CHART', name: 'Stock', options }, more, [])
    expect(withType(stored, 'FUNNEL', more, []).options).toMatchObject({
      stepCol: { colName: 'shop' },
      valueCol: { colName: 'left' },
    })
    expect(withType(stored, 'FUNNEL', more, []).name).toBe('Stock')
    // A calendar needs dates, which the chart does not show.
    expect(withType(stored, 'CALENDAR', more, []).options).toMatchObject({ dateColumn: 'day' })
  })

  it('finds the options of a type again that was left meanwhile (OPEN-250)', () => {
    const options = { columnMapping: { day: 'x', sold: 'y' }, legend: { enabled: false } }
    const stored = startDraft({ type: 'CHART', name: 'Mine', options }, columns, [])
    const back = withType(withType(stored, 'TABLE', columns, []), 'CHART', columns, [])
    expect(back.options).toEqual(options)
    expect(isDirty(back, stored)).toBe(false)
    const asBars = withChoice(
      withType(stored, 'TABLE', columns, []),
      { type: 'CHART', patch: { globalSeriesType: 'column' } },
      columns,
      [],
    )
    expect(asBars.options).toEqual({ ...options, globalSeriesType: 'column' })
  })

  it('is named after its type, or what it shows, until the user names it (VIZ-09)', () => {
    const draft = startDraft(null, columns, [])
    expect(withType(draft, 'TABLE', columns, []).name).toBe('Table')
    expect(withType(withName(draft, 'Sales'), 'TABLE', columns, []).name).toBe('Sales')
    expect(withType(startDraft({ type: 'TABLE', name: 'Table', options: {} }, columns, []), 'CHART', columns, []).name).toBe(
      'Sold by Day',
    )
    expect(withType(startDraft({ type: 'TABLE', name: 'Mine', options: {} }, columns, []), 'CHART', columns, []).name).toBe(
      'Mine',
    )
  })

  it('has a name that follows the columns while nobody has named it (VIZ-09)', () => {
    const draft = startDraft(null, columns, [])
    expect(withOptions(draft, { columnMapping: { sold: 'x', day: 'y' } }).name).toBe('Day by Sold')
    expect(withOptions(draft, { columnMapping: {} }).name).toBe('Chart')
    expect(withOptions(withName(draft, 'Mine'), { columnMapping: {} }).name).toBe('Mine')
    const stored = startDraft({ type: 'CHART', name: 'Chart', options: draft.options }, columns, [])
    expect(withOptions(stored, { sortX: false }).name).toBe('Chart')
  })

  it('is dirty if anything has changed (VIZ-10)', () => {
    const start = startDraft({ type: 'CHART', name: 'Sales', options: { legend: { enabled: true } } }, columns, [])
    expect(isDirty(start, start)).toBe(false)
    expect(isDirty(withName(start, 'Sold'), start)).toBe(true)
    expect(isDirty(withOptions(start, { legend: { enabled: false } }), start)).toBe(true)
    expect(isDirty(withOptions(withOptions(start, { sortX: false }), { sortX: undefined }), start)).toBe(false)
    expect(isDirty(withType(start, 'TABLE', columns, []), start)).toBe(true)
  })

  it('keeps unknown stored options', () => {
    const start = startDraft({ type: 'CHART', name: 'Sales', options: { customCode: 'x' } }, columns, [])
    expect(withOptions(start, { sortX: false }).options).toEqual({ customCode: 'x', sortX: false })
  })

  it('is saved under the name of its type if its name is blank (OPEN-125)', () => {
    expect(savedDraft(withName(startDraft(null, columns, []), '  '))).toMatchObject({ type: 'CHART', name: 'Chart' })
    expect(savedDraft(withName(startDraft(null, columns, []), ' Sales '))).toMatchObject({ name: 'Sales' })
  })
})
