import type { QueryOptions } from '@sightline/contract/queries.ts'
import { friendlyName } from '../filters/column-name.ts'
import { tableParts } from '../sql-text/quoted-name.ts'
import type { StarterColumns } from './columns.ts'
import {
  LATEST_ROWS,
  latestSql,
  monthsSql,
  numberSql,
  PERIOD,
  rowsSql,
  type StarterTable,
  TOP_VALUES,
  topValuesSql,
  valueName,
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

/**
 * The parts of a starter dashboard of a table, in the order in which they stand on it.
 * @param name of the table in the schema
 */
export function starterPieces(name: string, dialect: string, { date, categories, numbers }: StarterColumns): StarterPiece[] {
  const table: StarterTable = { name, dialect, date }
  const title = tableTitle(name)
  const named = (what: string) => `${title}: ${what}`
  const rows: StarterPiece = {
    key: 'rows',
    name: named('number of rows'),
    about: 'Number of rows',
    sql: rowsSql(table),
    visualizations: [counter('Number of rows', 'number_of_rows')],
  }
  const sums = numbers.map((column): StarterPiece => {
    const label = friendlyName(column)
    return {
      key: `number ${column}`,
      name: named(`${label}, total and average`),
      about: `Total and average of ${label}`,
      sql: numberSql(table, column),
      visualizations: [counter(`Total ${label}`, 'total'), counter(`Average ${label}`, 'average', 2)],
    }
  })
  const months: StarterPiece[] =
    date === null
      ? []
      : [
          {
            key: 'months',
            name: named(`rows by month of ${friendlyName(date)}`),
            about: `Rows by month of ${friendlyName(date)}`,
            sql: monthsSql(table, date),
            visualizations: [chart('Rows by month', 'column', { month: 'x', number_of_rows: 'y' }, 'datetime', WIDE_SIZE)],
          },
        ]
  const tops = categories.map((column): StarterPiece => {
    const label = friendlyName(column)
    const mapping = { [valueName(column)]: 'x', number_of_rows: 'y' }
    return {
      key: `category ${column}`,
      name: named(`top ${TOP_VALUES} ${label}`),
      about: `The ${TOP_VALUES} most frequent values of ${label}`,
      sql: topValuesSql(table, column),
      visualizations: [chart(`Top ${TOP_VALUES} ${label}`, 'column', mapping, 'category', CHART_SIZE)],
    }
  })
  const latest: StarterPiece = {
    key: 'latest',
    name: named(date === null ? `${LATEST_ROWS} rows` : 'latest rows'),
    about: date === null ? `Up to ${LATEST_ROWS} rows` : `The latest rows by ${friendlyName(date)}, up to ${LATEST_ROWS}`,
    sql: latestSql(table),
    visualizations: [{ type: 'TABLE', name: 'Table', options: {}, ...WIDE_SIZE }],
  }
  return [rows, ...sums, ...months, ...tops, latest]
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
