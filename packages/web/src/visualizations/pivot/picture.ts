import type { DrawnTable } from '@sightline/contract/pictures.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { definePicture, noData } from '../picture.ts'
import { heatOf } from './heat.ts'
import { PivotOptions } from './options.ts'
import { needs, type PreparedPivot, prepare, problem } from './prepare.ts'

/** A pivot table as texts and colors, with its totals. */
export default definePicture<PivotOptions>({
  type: 'PIVOT',
  options: PivotOptions,
  needs,
  problem,
  draw(data, options, formats, name) {
    const pivot = data.kind === 'groups' ? prepare(data, options, formats) : noData()
    if (pivot.kind === 'nothing') return pivot
    return { kind: 'rows', table: tableOf(pivot, options), description: name, note: pivot.note }
  },
})

/** Totals are the last row and the last column, as on the page. */
function tableOf(pivot: PreparedPivot, options: PivotOptions): DrawnTable {
  const { rowTotals, colTotals } = options.rendererOptions.table
  const { rowNames, columnNames, rows, columns, measure } = pivot
  const hasColumns = columnNames.length > 0
  const hasRowTotals = hasColumns && rowTotals
  const head = (text: string, span = 1, isNumber = false) => ({ text, span, isNumber })
  const levels = columnNames.map((name, level) => {
    const isLast = level === columnNames.length - 1
    // A subtotal has its name on the level of its group only.
    const spans = columns.flatMap(({ headings, keys }) => {
      const heading = headings[level]
      const isCovered = heading?.span === 0 && level < keys.length
      return heading === undefined || isCovered ? [] : [head(heading.text, Math.max(1, heading.span), true)]
    })
    const first = isLast ? rowNames.map((text) => head(text)) : rowNames.map(() => head(''))
    const corner = first.length === 0 ? [head(name)] : first
    return [...corner, ...spans, ...(hasRowTotals ? [head(isLast ? i18n._('Totals') : '', 1, true)] : [])]
  })
  const plain = [...(rowNames.length === 0 ? [head('')] : rowNames.map((text) => head(text))), head(measure, 1, true)]
  const lead = (texts: string[]) => (rowNames.length === 0 ? [''] : texts)
  const body = rows.map(({ headings, total }, index) => [
    ...lead(headings.map(({ text }) => text)),
    ...(pivot.cells[index] ?? []),
    ...(hasRowTotals ? [total] : []),
  ])
  const totals = [
    ...lead(rowNames.map((_, index) => (index === 0 ? i18n._('Totals') : ''))),
    ...columns.map(({ total }) => total),
    ...(hasRowTotals ? [pivot.total] : []),
  ]
  const hasColumnTotals = colTotals && rowNames.length > 0
  // Texts stand before the cells, and the total of a row behind them.
  const before = lead(rowNames).map(() => null)
  const colorsIn = (scheme: 'light' | 'dark') =>
    heatOf(pivot.numbers, options.rendererName, scheme)?.map((row) => [
      ...before,
      ...row.map((cell) => cell && { background: cell.background, text: cell.ink }),
      ...(hasRowTotals ? [null] : []),
    ]) ?? null
  return {
    heads: hasColumns ? levels : [plain],
    rows: body,
    colors: colorsIn('light'),
    darkColors: colorsIn('dark'),
    foot: hasColumnTotals ? totals : null,
    isSortable: false,
    more: 0,
  }
}
