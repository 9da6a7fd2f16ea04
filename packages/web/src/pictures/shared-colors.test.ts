import type { DrawnRequest, SharedValuesRequest } from '@sightline/contract/pictures.ts'
import { plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import { chartAnswer, sharedValuesAnswer } from './chart-picture.ts'

const column = (name: string, type: 'string' | 'integer') => ({ name, friendly_name: name, type, source_type: '' })
const columns = [column('month', 'string'), column('city', 'string'), column('n', 'integer')]
const colors = ['#010101', '#020202', '#030303', '#040404', '#050505']
const sent = {
  id: 1,
  type: 'CHART',
  name: 'By city',
  options: { globalSeriesType: 'column', columnMapping: { month: 'x', city: 'series', n: 'y' } },
  columns,
  data: {
    kind: 'columns' as const,
    names: ['month', 'city', 'n'],
    values: [
      ['Jan', 'Jan'],
      ['Chicago', 'Oslo'],
      [1, 2],
    ],
  },
  other: null,
  total: 2,
  formats: {
    dateFormat: 'YYYY-MM-DD',
    dateTimeFormat: 'YYYY-MM-DD HH:mm',
    integerFormat: '0,0',
    floatFormat: '0,0.00',
    chartColors: colors,
    thousandsSeparator: plainMarks.thousands,
    decimalSeparator: plainMarks.decimal,
    nullText: '–',
    timeZone: 'UTC',
  },
}
const values = (request: object = {}) =>
  sharedValuesAnswer({ ask: 'values', ...sent, ...request } satisfies SharedValuesRequest)

function colorsIn(places: DrawnRequest['places']): string[] {
  const answer = chartAnswer({ ask: 'drawing', ...sent, width: 600, height: 300, schemes: ['light'], places })
  if (answer.answer !== 'drawing') throw new Error(JSON.stringify(answer))
  return colors.filter((color) => answer.svgs[0]?.includes(color))
}

describe('the colors of a chart in a file (OPEN-257)', () => {
  it('are those of the places that its values have on the dashboard', () => {
    expect(
      colorsIn([
        ['Chicago', 4],
        ['Oslo', 2],
      ]),
    ).toEqual(['#030303', '#050505'])
  })

  it('are those of the palette in order if no places are given', () => {
    expect(colorsIn(undefined)).toEqual(['#010101', '#020202'])
  })

  it('are shared by the groups of a chart and the slices of a pie, with the palette of the chart', () => {
    expect(values()).toEqual({ answer: 'values', id: 1, palette: 'Redash', size: 5, values: ['Chicago', 'Oslo'] })
    const pie = { options: { globalSeriesType: 'pie', columnMapping: { city: 'x', n: 'y' } } }
    expect(values(pie)).toMatchObject({ values: ['Oslo', 'Chicago'] })
  })

  it('are not shared by series that are columns', () => {
    const lines = { ...sent, options: { globalSeriesType: 'line', columnMapping: { month: 'x', n: 'y' } } }
    expect(values(lines)).toMatchObject({ values: [] })
    const needs = ({ options }: { options: Record<string, unknown> }) =>
      chartAnswer({ ask: 'needs', ...sent, options, timeZone: 'UTC' })
    expect([needs(sent), needs(lines)]).toMatchObject([{ sharesColors: true }, { sharesColors: false }])
  })
})
