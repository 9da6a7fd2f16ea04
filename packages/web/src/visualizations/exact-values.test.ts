import { cellText, tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import { type ByZone, EXACT_ZONES, exactValues } from '@sightline/domain/testing/exact-values.ts'
import { describe, expect, it } from 'vitest'
import { draw, hover, textColumn } from './chart/testing.ts'
import { sampleFormats } from './samples.ts'

const zones = EXACT_ZONES.map((timeZone, zone) => ({
  formats: { ...sampleFormats, timeZone },
  timeZone,
  of: (written: ByZone<string | null>) => (typeof written === 'object' && written !== null ? written[zone] : written),
}))
const byName = (textOf: (value: ReturnType<typeof exactValues>[number]) => unknown) =>
  Object.fromEntries(exactValues().map((value) => [value.name, textOf(value)]))

describe('a hostile value', () => {
  it.each(zones)('has its text in the cell of a table: $timeZone (DL-22)', ({ formats, of }) => {
    const shown = byName(({ type, cell }) => {
      const [column] = tableColumns([textColumn('c', type)], { columns: [] }, formats, [[cell]])
      return column === undefined || cell === null ? null : cellText(cell, column, formats)
    })
    expect(shown).toEqual(byName(({ table }) => of(table)))
  })

  it.each(zones)('has its text in the tooltip of a chart: $timeZone (DL-22)', ({ formats, of }) => {
    const shown = byName(({ type, cell }) => {
      const isNumber = type === 'integer' || type === 'float'
      const columns = [textColumn('value', type), textColumn('other', isNumber ? 'string' : 'integer')]
      const columnMapping = isNumber ? { other: 'x', value: 'y' } : { value: 'x', other: 'y' }
      const { option, tooltip } = draw(
        { globalSeriesType: 'line', columnMapping },
        { columns, rows: [[cell, isNumber ? 'x' : 1]], formats },
      )
      if (option === null) return null
      hover(option, 0)
      return isNumber ? tooltip()?.rows[0]?.value : tooltip()?.title
    })
    expect(shown).toEqual(byName(({ tooltip }) => of(tooltip)))
  })
})
