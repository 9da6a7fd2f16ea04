import type { QueryOptions } from '@sightline/contract/queries.ts'
import { NotInSql } from '../explore/condition-sql.ts'
import { friendlyName } from '../filters/column-name.ts'
import { isRate } from '../format/column-format.ts'
import { tableParts } from '../sql-text/quoted-name.ts'
import type { StarterColumns } from './columns.ts'
import {
  COUNT,
  countSql,
  LATEST_ROWS,
  latestSql,
  monthsSql,
  numberSql,
  PERIOD,
  type StarterTable,
  TOP_VALUES,
  topValuesSql,
} from './sql.ts'

/** A visualization of a piece, at its place on the dashboard. */
export interface StarterVisualization {
  /** As registered, such as `CHART`. */
  type: string
  name: string
  options: Record<string, unknown>
  /** Width and height on the grid. */
  sizeX: number
  sizeY: number
}

/** A part of a starter dashboard: a query with its visualizations. */
export interface StarterPiece {
  key: string
  /** The name of the query. */
  name: string
  /** Its content in a few words. */
  about: string
  sql: string
  visualizations: StarterVisualization[]
}

const COUNTER_SIZE = { sizeX: 2, sizeY: 3 }
const CHART_SIZE = { sizeX: 3, sizeY: 7 }
const WIDE_SIZE = { sizeX: 6, sizeY: 7 }

const counter = (label: string, column: string, stringDecimal = 0): StarterVisualization => ({
  type: 'COUNTER',
  name: label,
  options: { counterLabel: label, counterColName: column, rowNumber: 1, stringDecimal, shortens: true },
  ...COUNTER_SIZE,
})

/** The parts of a starter dashboard, in the order in which they stand on it. */
export interface Starter {
  /** The column by which the period is chosen; null for none. */
  date: string | null
  pieces: StarterPiece[]
}

/** A starter dashboard of a table, without the parts that the dialect of its source cannot express. */
export function starterOf(given: Omit<StarterTable, 'date'>, columns: StarterColumns): Starter {
  const date = columns.date !== null && canCut(given, columns.date) ? columns.date : null
  const table: StarterTable = { ...given, date }
  const free = (name: string) => freeName(name, table)
  const [count, month, total, average] = [free(COUNT), free('month'), free('total'), free('average')]
  const title = tableTitle(table.name)
  const piece = (key: string, name: string, about: string, write: () => string, ...visualizations: StarterVisualization[]) => {
    const sql = writtenOrNull(write)
    return sql === null ? [] : [{ key, name: `${title}: ${name}`, about, sql, visualizations }]
  }
  const rows = piece('rows', 'number of rows', 'Number of rows', () => countSql(table, count), counter('Number of rows', count))
  const sums = columns.numbers.flatMap((column) => {
    const label = friendlyName(column)
    if (isRate(column))
      return piece(
        `number ${column}`,
        `average ${label}`,
        `Average of ${label}`,
        () => numberSql(table, column, ['avg'], [average]),
        counter(`Average ${label}`, average, 2),
      )
    return piece(
      `number ${column}`,
      `${label}, total and average`,
      `Total and average of ${label}`,
      () => numberSql(table, column, ['sum', 'avg'], [total, average]),
      counter(`Total ${label}`, total),
      counter(`Average ${label}`, average, 2),
    )
  })
  const months =
    date === null
      ? []
      : piece(
          'months',
          `rows by month of ${friendlyName(date)}`,
          `Rows by month of ${friendlyName(date)}`,
          () => monthsSql(table, date, [month, count]),
          chart('Rows by month', 'column', { [month]: 'x', [count]: 'y' }, 'datetime', WIDE_SIZE),
        )
  const tops = columns.categories.flatMap((column) => {
    const label = friendlyName(column)
    return piece(
      `category ${column}`,
      `top ${TOP_VALUES} ${label}`,
      `The ${TOP_VALUES} most frequent values of ${label}`,
      () => topValuesSql(table, column, [column, count]),
      chart(`Top ${TOP_VALUES} ${label}`, 'column', { [column]: 'x', [count]: 'y' }, 'category', CHART_SIZE),
    )
  })
  const latest = piece(
    'latest',
    date === null ? `${LATEST_ROWS} rows` : 'latest rows',
    date === null ? `Up to ${LATEST_ROWS} rows` : `The latest rows by ${friendlyName(date)}, up to ${LATEST_ROWS}`,
    () => latestSql(table),
    { type: 'TABLE', name: 'Table', options: {}, ...WIDE_SIZE },
  )
  return { date, pieces: [...rows, ...sums, ...months, ...tops, ...latest] }
}

/** A name of a result that no column of the table has, which some dialects would take for the column. */
function freeName(name: string, { columns }: Pick<StarterTable, 'columns'>): string {
  const taken = new Set(columns.map((column) => column.name.toLowerCase()))
  return taken.has(name) ? freeName(`${name}_`, { columns }) : name
}

/** Whether the dialect can cut the times of a column into days and months. */
const canCut = (table: Omit<StarterTable, 'date'>, date: string): boolean =>
  writtenOrNull(() => monthsSql({ ...table, date }, date, ['month', COUNT])) !== null

function writtenOrNull(write: () => string): string | null {
  try {
    return write()
  } catch (error) {
    if (error instanceof NotInSql) return null
    throw error
  }
}

function chart(
  name: string,
  globalSeriesType: string,
  columnMapping: Record<string, string>,
  axis: string,
  size: { sizeX: number; sizeY: number },
): StarterVisualization {
  const options = {
    globalSeriesType,
    columnMapping,
    xAxis: { type: axis },
    // Categories stay in the order of the query, the most frequent first.
    sortX: axis === 'datetime',
    legend: { enabled: false },
  }
  return { type: 'CHART', name, options, ...size }
}

/** The name of a table without its schema, for people: `order_items` becomes `Order items`. */
export function tableTitle(name: string): string {
  const last = (tableParts(name).at(-1) ?? name)
    .replace(/^["`[]|["`\]]$/g, '')
    .replaceAll('_', ' ')
    .trim()
  return last === '' ? name : last.charAt(0).toUpperCase() + last.slice(1)
}

/** The options of all queries of a starter dashboard: a period that is empty at first, if the table has a date. */
export const starterOptions = (date: StarterColumns['date']): QueryOptions =>
  date === null
    ? { parameters: [] }
    : { parameters: [{ name: PERIOD, title: 'Period', type: 'date-range', optional: true, value: null }] }
