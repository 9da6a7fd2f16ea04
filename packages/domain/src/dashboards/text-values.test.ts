import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { plainMarks } from '../format/number.ts'
import type { Definition } from '../parameters/definition.ts'
import { readTag, type TextTag } from './text-tags.ts'
import { limitedNote, type SourceValues, sourceNeeds, type TextResults, takesOf, textValue, widgetsOf } from './text-values.ts'

const sources = [
  { widgetId: 1, name: 'Sales' },
  { widgetId: 2, name: 'Costs' },
]
const columns = [
  { name: 'city', friendly_name: 'city', type: 'string' as const, source_type: 'text' },
  { name: 'total', friendly_name: 'total', type: 'integer' as const, source_type: 'int8' },
  { name: 'day', friendly_name: 'day', type: 'date' as const, source_type: 'date' },
  { name: 'at', friendly_name: 'at', type: 'datetime' as const, source_type: 'timestamptz' },
]
const rows: Cell[][] = [
  ['<b>*Bern*</b>', 1200, '2026-01-31', '2026-06-30T22:30:00Z'],
  ['Oslo', 34, null, null],
]
const formats = {
  dateFormat: 'DD/MM/YY',
  dateTimeFormat: 'DD/MM/YY HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  nullText: '–',
  timeZone: 'Europe/Zurich',
  numberMarks: plainMarks,
}
const clock = { now: new Date('2026-11-27T10:00:00Z'), timeZone: 'Europe/Zurich', weekStart: 1 as const }
const parameters: Definition[] = [
  { name: 'country', type: 'text', value: 'CH' },
  { name: 'empty', type: 'text', value: '' },
  { name: 'several', type: 'enum', enumOptions: 'a\nb\nc', multiValuesOptions: {}, value: ['a', 'c'] },
  { name: 'day', type: 'date', value: '2026-02-01' },
  { name: 'period', type: 'date-range', value: { start: '2026-01-01', end: '2026-01-31' } },
]

const tagOf = (content: string): TextTag => {
  const tag = readTag(content, sources)
  if (tag === null) throw new Error(`${content} refers to nothing.`)
  return tag
}

/** The results of the tags, as a loader would bring them: `Sales` has the rows above, `Costs` has failed. */
function resultsFor(tags: readonly TextTag[], more: Partial<SourceValues> = {}): TextResults {
  const needs = sourceNeeds(tags, 1, columns)
  const cellOf = (name: string, row: number) =>
    rows.at(row > 0 ? row - 1 : row)?.[columns.findIndex((one) => one.name === name)]
  const measured: Record<string, Cell> = { exact_sum: '1234', avg: 617, min: 34, max: 1200 }
  const values: SourceValues = {
    info: { columns, retrieved_at: '2026-11-27T09:00:00Z', auto_limit: false, truncated: null },
    total: 2,
    cells: needs.cells.map(({ column, row }) => cellOf(column, row) ?? null),
    measures: needs.measures.map(({ kind }) => measured[kind] ?? null),
    sample: rows,
    ...more,
  }
  return { of: (id) => (id === 1 ? { needs, values } : 'failed') }
}

function shown(content: string, more: Partial<SourceValues> = {}) {
  const tags = [tagOf(content)]
  const value = textValue(tagOf(content), { tags, results: resultsFor(tags, more), parameters, formats, clock })
  return value.kind === 'text' ? value.text : value
}

describe('a value in a text', () => {
  it('is a cell of the first or last row as tables show it, or in a format of its own (DASH-83)', () => {
    expect(shown('Sales.total')).toBe('1,200')
    expect(shown('Sales.total | last')).toBe('34')
    expect(shown('Sales.total | 0.0[K]')).toBe('1.2K')
    expect(shown('Sales.city')).toBe('<b>*Bern*</b>')
    expect(shown('Sales.day')).toBe('31/01/26')
    expect(shown('Sales.day | D MMMM YYYY')).toBe('31 January 2026')
    expect(shown('Sales.at')).toBe('01/07/26 00:30')
  })

  it('is computed of all rows (DASH-83)', () => {
    expect(shown('Sales.total | sum')).toBe('1,234')
    expect(shown('Sales.total | average')).toBe('617')
    expect(shown('Sales.total | min')).toBe('34')
    expect(shown('Sales.total | max | 0,0.0')).toBe('1,200.0')
    expect(shown('Sales | rows')).toBe('2')
  })

  it('is the time of a result, or of the oldest one that the text shows (DASH-83)', () => {
    expect(shown('Sales | updated')).toBe('27/11/26 10:00')
    const tags = [tagOf('Sales.total'), tagOf('updated')]
    expect(textValue(tagOf('updated'), { tags, results: resultsFor(tags), parameters, formats, clock })).toEqual({
      kind: 'text',
      text: '27/11/26 10:00',
    })
    expect(shown('updated')).toMatchObject({ kind: 'missing' })
    expect(shown('Costs | updated')).toEqual({ kind: 'missing', reason: 'A query has no result.' })
  })

  it('is a parameter of the dashboard with its value of now (DASH-83)', () => {
    expect(shown('parameter.country')).toBe('CH')
    expect(shown('parameter.several')).toBe('a, c')
    expect(shown('parameter.day')).toBe('01/02/26')
    expect(shown('parameter.period')).toBe('01/01/26 – 31/01/26')
    expect(shown('parameter.period.end | YYYY')).toBe('2026')
    expect(shown('parameter.empty')).toEqual({ kind: 'missing', reason: 'The parameter “empty” has no value.' })
    expect(shown('parameter.gone')).toEqual({ kind: 'missing', reason: 'The dashboard has no parameter “gone”.' })
  })

  it('says why it is missing (DASH-83)', () => {
    const reasonOf = (content: string, more: Partial<SourceValues> = {}) => {
      const value = shown(content, more)
      return typeof value !== 'string' && value.kind === 'missing' ? value.reason : value
    }
    expect(reasonOf('Sales.gone')).toBe('The result has no column “gone”.')
    expect(reasonOf('Sales.city | sum')).toBe('“city” is not a column of numbers.')
    expect(reasonOf('Sales.city | max')).toBe('“city” is not a column of numbers or times.')
    expect(reasonOf('Sales.day | last')).toBe('“day” has no value there.')
    expect(reasonOf('Sales.total', { total: 0 })).toBe('The result has no rows.')
    expect(reasonOf('Costs.total')).toBe('The query has no result.')
  })

  it('waits for its result (DASH-83)', () => {
    const tags = [tagOf('Sales.total')]
    const results: TextResults = { of: () => 'loading' }
    expect(textValue(tagOf('Sales.total'), { tags, results, parameters, formats, clock })).toEqual({ kind: 'loading' })
  })

  it('is offered only where the type of the column has it (DASH-83)', () => {
    expect(columns.map((column) => takesOf(column).length)).toEqual([2, 6, 4, 4])
  })

  it('comes from the results of its widgets, each needed once (DASH-83)', () => {
    expect(widgetsOf(['Sales.total', 'Costs | rows', 'Sales.city', 'updated', 'parameter.day'].map(tagOf))).toEqual([1, 2])
  })

  it('comes with a note if its result was limited (DASH-83)', () => {
    const tags = [tagOf('Sales.total')]
    expect(limitedNote(tags, resultsFor(tags))).toBeNull()
    const info = { columns, retrieved_at: '2026-11-27T09:00:00Z', auto_limit: true, truncated: null }
    expect(limitedNote(tags, resultsFor(tags, { info }))).toContain('rows may be missing')
  })
})
