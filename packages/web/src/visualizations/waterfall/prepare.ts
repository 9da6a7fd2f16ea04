import type { Cell } from '@sightline/contract/results.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import { formatNumber } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnLabels, figureText } from '../cell-label.ts'
import { goneSentence, isNumeric, measureColumns } from '../column-choice.ts'
import { plainTable, type TableRows } from '../echarts/table-rows.ts'
import { joinedNotes } from '../joined-notes.ts'
import { markOf } from '../picked-mark.ts'
import type { ColumnData, Formats, Needs, PickedMark } from '../visualization.ts'
import type { WaterfallOptions } from './options.ts'

export interface Step {
  kind: 'increase' | 'decrease' | 'total'
  name: string
  /** The cell that names it; undefined for the total at the end, which no row has. */
  cell?: Cell
  /** The change, or the total. */
  value: number
  /** Both ends of the bar. */
  from: number
  to: number
}
export interface Waterfall {
  kind: 'waterfall'
  steps: Step[]
  note: string | null
}
export type Prepared = { kind: 'nothing'; reason: string } | Waterfall

const chooseText = (): string => i18n._('Choose a step column and a value column.')
/** More bars would be as thin as lines. */
const MAX_STEPS = 200

/** The columns of steps, values and totals. */
export function needs({ stepColumn, valueColumn, totalColumn }: WaterfallOptions): Needs {
  if (stepColumn === null || valueColumn === null) return { kind: 'columns', columns: [], extreme: null }
  const columns = [stepColumn, valueColumn, ...(totalColumn === null ? [] : [totalColumn])]
  return { kind: 'columns', columns: [...new Set(columns)], extreme: valueColumn }
}

export function problem(
  { stepColumn, valueColumn, totalColumn }: WaterfallOptions,
  columns: readonly SourceColumn[],
): string | null {
  if (stepColumn === null || valueColumn === null) return chooseText()
  return goneSentence([stepColumn, valueColumn, totalColumn], columns)
}

/** Suggests a column of names or times for the steps, one of numbers for the values, and one of yes and no for the totals. */
export function suggest(columns: readonly SourceColumn[]): Partial<WaterfallOptions> {
  const step = columns.find((column) => !isNumeric(column) && column.type !== 'boolean')
  const [value] = measureColumns(columns)
  if (!step || !value) return {}
  const total = columns.find(({ name, type }) => type === 'boolean' && /total/i.test(name))
  return { stepColumn: step.name, valueColumn: value.name, ...(total && { totalColumn: total.name }) }
}

/** Prepares the bars in the order of the rows, or the reason as a sentence if there are none. */
export function prepare(data: ColumnData, options: WaterfallOptions, formats: Formats): Prepared {
  const reason = problem(options, data.columns)
  if (reason !== null) return { kind: 'nothing', reason }
  if (data.shown === 0) return { kind: 'nothing', reason: i18n._('No data') }
  if (data.total > MAX_STEPS) {
    const number = (count: number) => figureText(count, formats.numberMarks)
    const counts = { rows: number(data.total), most: number(MAX_STEPS) }
    const reason = i18n._('A waterfall chart of {rows} steps is too long to be read; {most} is the most.', counts)
    return { kind: 'nothing', reason }
  }
  const placeOf = (name: string | null) => data.columns.findIndex((column) => column.name === name)
  const cellsOf = (name: string | null): Cell[] => data.values[placeOf(name)] ?? []
  const names = cellsOf(options.stepColumn)
  const nameOf = columnLabels(names, data.columns[placeOf(options.stepColumn)], formats)
  const totals = cellsOf(options.totalColumn)
  const rows = cellsOf(options.valueColumn).map((cell, row) => ({
    name: nameOf(names[row] ?? null),
    cell: names[row] ?? null,
    value: toNumber(cell),
    isTotal: isTrue(totals[row] ?? null),
  }))
  const { steps, omitted, corrected } = stepsOf(rows)
  if (steps.every(({ kind }) => kind === 'total') && omitted === rows.length)
    return { kind: 'nothing', reason: i18n._('There are no numbers in “{column}”.', { column: options.valueColumn ?? '' }) }
  const last = steps.at(-1)
  if (options.finalTotal && last && last.kind !== 'total')
    steps.push({ kind: 'total', name: options.finalTotalName, value: last.to, from: 0, to: last.to })
  if (!steps.every(({ from, to }) => Number.isFinite(from) && Number.isFinite(to)))
    return { kind: 'nothing', reason: i18n._('The sum of the steps is too large a number.') }
  return { kind: 'waterfall', steps, note: noteOf(omitted, corrected) }
}

const TRUE_WORDS = /^(true|t|yes|y|1|total|subtotal)$/i

/** Whether a cell marks a total: true, a number but zero, or a word that says yes. */
export const isTrue = (cell: Cell): boolean =>
  cell === true || (typeof cell === 'number' && cell !== 0) || (typeof cell === 'string' && TRUE_WORDS.test(cell.trim()))

/** Tolerance of totals, because sums of decimals are off in their last digits. */
const ROUNDING = 1e-9

/** Adds the steps up. A total with a number of its own is drawn with it, and what follows starts there. */
function stepsOf(rows: readonly { name: string; cell: Cell; value: number | null; isTotal: boolean }[]) {
  const steps: Step[] = []
  let sum = 0
  let omitted = 0
  let corrected = 0
  for (const { name, cell, value, isTotal } of rows) {
    if (isTotal) {
      const total = value ?? sum
      // The first row may be the balance that the steps start from.
      if (steps.length > 0 && Math.abs(total - sum) > ROUNDING * Math.max(Math.abs(total), Math.abs(sum))) corrected++
      steps.push({ kind: 'total', name, cell, value: total, from: 0, to: total })
      sum = total
    } else if (value === null) omitted++
    else {
      steps.push({ kind: value < 0 ? 'decrease' : 'increase', name, cell, value, from: sum, to: sum + value })
      sum += value
    }
  }
  return { steps, omitted, corrected }
}

function noteOf(omitted: number, corrected: number): string | null {
  return joinedNotes([
    omitted > 0 &&
      i18n._('{omitted, plural, one {# row without a number is left out} other {# rows without a number are left out}}', {
        omitted,
      }),
    corrected > 0 &&
      i18n._(
        '{corrected, plural, one {# total differs from the sum of the steps before} other {# totals differ from the sum of the steps before}}',
        { corrected },
      ),
  ])
}

/** A value as labels and the table write it; changes have a sign. */
export function valueText({ kind, value }: Step, { numberFormat }: WaterfallOptions, { numberMarks }: Formats): string {
  const text = formatNumber(value, numberFormat, numberMarks) ?? figureText(value, numberMarks)
  return kind === 'increase' && value > 0 ? `+${text}` : text
}

/** Names beyond this are only counted in the description. */
const MAX_NAMED = 12

/** Describes the waterfall as text for screen readers. */
export function describe(name: string, { steps }: Waterfall, options: WaterfallOptions, formats: Formats): string {
  const words = steps.slice(0, MAX_NAMED).map((step) => `${step.name} ${valueText(step, options, formats)}`)
  const texts = {
    name,
    value: options.valueColumn ?? '',
    step: options.stepColumn ?? '',
    words: words.join(', '),
    more: steps.length - MAX_NAMED,
  }
  return steps.length > MAX_NAMED
    ? i18n._('{name}. Waterfall chart of {value} by {step}: {words} and {more} more.', texts)
    : i18n._('{name}. Waterfall chart of {value} by {step}: {words}.', texts)
}

/** The marks of the steps: the rows with their name. All rows are behind the total at the end. */
export const marksOf = ({ steps }: Waterfall, { stepColumn }: WaterfallOptions): (PickedMark | null)[] =>
  steps.map(({ cell }) =>
    stepColumn === null ? null : markOf(cell === undefined ? null : { column: stepColumn, value: cell }),
  )

/** The steps as a table, with the sum after each of them. */
export function tableOf({ steps }: Waterfall, options: WaterfallOptions, formats: Formats): TableRows {
  const sum = (step: Step) => valueText({ ...step, kind: 'total', value: step.to }, options, formats)
  const change = (step: Step) => (step.kind === 'total' ? '' : valueText(step, options, formats))
  return plainTable(
    [i18n._('Step'), i18n._('Change', {}, { context: 'a difference' }), i18n._('Sum')],
    1,
    steps.map((step) => [step.name, change(step), sum(step)]),
  )
}
