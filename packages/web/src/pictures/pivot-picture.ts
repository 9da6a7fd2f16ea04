import type { DrawnRequest, DrawnTable, PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { PivotOptions } from '../visualizations/pivot/options.ts'
import { needs, type PreparedPivot, prepare, problem } from '../visualizations/pivot/prepare.ts'
import { drawnData, needsAnswer } from './drawn-data.ts'
import { formatsOf } from './formats.ts'

/** Writes a pivot table as texts, with its totals. */
export function pivotAnswer(request: PictureRequest): PictureAnswer {
  const { id, columns } = request
  const options = PivotOptions.parse(request.options)
  const reason = problem(options, columns)
  if (reason !== null) return { answer: 'none', id, reason }
  if (request.ask === 'needs') return needsAnswer(request, needs(options, columns))
  return drawing(request, options)
}

function drawing(request: DrawnRequest, options: PivotOptions): PictureAnswer {
  const { id, name, columns } = request
  const data = drawnData(request, needs(options, columns))
  if (data.kind !== 'groups') throw new Error('A pivot table is made of groups.')
  const pivot = prepare(data, options, formatsOf(request.formats))
  if (pivot.kind === 'nothing') return { answer: 'none', id, reason: pivot.reason }
  return { answer: 'drawing', id, svgs: [], table: tableOf(pivot, options), description: name, note: pivot.note }
}

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
    return [...corner, ...spans, ...(hasRowTotals ? [head(isLast ? 'Totals' : '', 1, true)] : [])]
  })
  const plain = [...(rowNames.length === 0 ? [head('')] : rowNames.map((text) => head(text))), head(measure, 1, true)]
  const lead = (texts: string[]) => (rowNames.length === 0 ? [''] : texts)
  const body = rows.map(({ headings, total }, index) => [
    ...lead(headings.map(({ text }) => text)),
    ...(pivot.cells[index] ?? []),
    ...(hasRowTotals ? [total] : []),
  ])
  const totals = [
    ...lead(rowNames.map((_, index) => (index === 0 ? 'Totals' : ''))),
    ...columns.map(({ total }) => total),
    ...(hasRowTotals ? [pivot.total] : []),
  ]
  const hasColumnTotals = colTotals && rowNames.length > 0
  return { heads: hasColumns ? levels : [plain], rows: hasColumnTotals ? [...body, totals] : body, more: 0 }
}
