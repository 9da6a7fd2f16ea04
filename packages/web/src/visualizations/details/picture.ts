import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import { plainCell } from '@sightline/domain/table-columns/plain-cell.ts'
import { definePicture } from '../picture.ts'
import { DetailsOptions } from './prepare.ts'

/** The first row of a result, each column as a name and a value. */
export default definePicture<DetailsOptions>({
  type: 'DETAILS',
  options: DetailsOptions,
  problem: () => null,
  needs: (_, columns) => ({ kind: 'cells', cells: columns.map(({ name }) => ({ column: name, row: 1 })) }),
  draw(data, options, formats, name) {
    if (data.kind !== 'cells' || data.total === 0) return { kind: 'nothing', reason: i18n._('No data') }
    const row = data.cells
    const all = tableColumns(data.columns, options, formats, [row])
    const cellOf = (wanted: string) => {
      const place = data.columns.findIndex((column) => column.name === wanted)
      return place === -1 ? undefined : (row[place] ?? null)
    }
    const rows = all
      .filter(({ visible }) => visible)
      .map((column) => [column.title, plainCell(row[column.index] ?? null, column, cellOf, formats)])
    const head = (text: string) => ({ text, span: 1, isNumber: false })
    return {
      kind: 'rows',
      table: {
        heads: [[head(i18n._('Column')), head(i18n._('Value'))]],
        rows,
        colors: null,
        darkColors: null,
        foot: null,
        isSortable: false,
        more: 0,
      },
      description: name,
      note: data.total > 1 ? i18n._('Row 1 of {total}.', { total: localNumber(data.total) }) : null,
    }
  },
})
