import type { DrawnRequest, PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { CounterOptions } from '../visualizations/counter/options.ts'
import {
  describe,
  isOverTime,
  needs,
  type Prepared,
  prepare,
  prepareLatest,
  problem,
} from '../visualizations/counter/prepare.ts'
import { cellData } from '../visualizations/result-data.ts'
import type { CellNeeds } from '../visualizations/visualization.ts'
import { counterSvg } from './counter-svg.ts'
import { formatsOf } from './formats.ts'
import { rasterized } from './svg.ts'

/** Renders a counter like its widget: value, label, comparison with the target and line. */
export function counterAnswer(request: PictureRequest): PictureAnswer {
  const { id, columns } = request
  const options = CounterOptions.parse(request.options)
  if (request.ask !== 'needs') return counterOf(request, options)
  const reason = problem(options, columns)
  if (reason !== null) return { answer: 'none', id, reason }
  return {
    answer: 'needs',
    id,
    names: columnsOf(options, columns),
    rows: null,
    extreme: options.sparklineColumn,
    other: null,
    instead: null,
  }
}

/** A counter of rows may name no column; any column is read then. */
function columnsOf(options: CounterOptions, columns: DrawnRequest['columns']): string[] {
  const needed = needs(options)
  const { cells, line } = cellNeedsOf(options)
  const wanted = new Set(needed.kind === 'columns' ? needed.columns : [...cells.map(({ column }) => column), line])
  const found = columns.map(({ name }) => name).filter((name) => wanted.has(name))
  return found.length > 0 ? found : columns.slice(0, 1).map(({ name }) => name)
}

function cellNeedsOf(options: CounterOptions): CellNeeds {
  const needed = needs(options)
  return needed.kind === 'cells' ? needed : { kind: 'cells', cells: [] }
}

function counterOf(request: DrawnRequest, options: CounterOptions): PictureAnswer {
  const { id, name } = request
  const counter = isOverTime(options) ? latestCounter(request, options) : rowCounter(request, options)
  if (counter.kind === 'nothing') return { answer: 'none', id, reason: counter.reason }
  const frame = { width: request.width, height: request.height, name }
  const described = { id, description: describe(counter), note: null }
  if (request.ask === 'picture')
    return {
      answer: 'picture',
      ...described,
      png: rasterized(counterSvg(counter, { ...frame, isFilled: true }, 'light')),
      replacesRows: true,
    }
  const svgs = request.schemes.map((scheme) => counterSvg(counter, { ...frame, isFilled: false }, scheme))
  return { answer: 'drawing', ...described, svgs, table: null }
}

function latestCounter({ data, columns, total, name, formats }: DrawnRequest, options: CounterOptions): Prepared {
  if (data.kind !== 'columns') throw new Error('A counter is not drawn of groups.')
  const found = data.names.flatMap((wanted) => columns.find((column) => column.name === wanted) ?? [])
  const rows = { kind: 'columns' as const, columns: found, total, shown: data.values[0]?.length ?? 0, values: data.values }
  return prepareLatest(rows, options, name, formatsOf(formats), Date.now())
}

function rowCounter(request: DrawnRequest, options: CounterOptions): Prepared {
  const { columns, total, name } = request
  if (request.data.kind !== 'columns') throw new Error('A counter is not drawn of groups.')
  const { names, values } = request.data
  const isThinned = values.some((column) => column.length < total)
  if (isThinned && !options.countRow)
    return {
      kind: 'nothing',
      reason:
        request.ask === 'picture'
          ? i18n._('This counter reads more rows than a mail does.')
          : i18n._('This counter reads more rows than a file does.'),
    }
  const rowOf = (place: number) => columns.map((column) => values[names.indexOf(column.name)]?.[place] ?? null)
  const { cells, line } = cellNeedsOf(options)
  const data = { ...cellData(columns, total, { kind: 'cells', cells }, rowOf), line: values[names.indexOf(line ?? '')] ?? [] }
  return prepare(data, options, name, formatsOf(request.formats))
}
