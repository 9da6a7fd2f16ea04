import type { Cell } from '@sightline/contract/results.ts'
import { distinctNames } from '../names.ts'
import { conditionSql, type SelectFrom } from './condition-sql.ts'
import type { Term } from './dialects/dialect.ts'
import type { Exploration } from './exploration.ts'
import { type OrderKey, orderBySql, orderKeys } from './order-sql.ts'

interface PivotCells {
  /** The exploration of the cells. */
  exploration: Exploration
  /** How many of the lines are wanted; null for all. */
  lines: number | null
  terms: readonly Term[]
  /** The lines of the query of all cells, without its order. */
  cells: readonly string[]
  from: SelectFrom
}

/**
 * The query of the cells of a pivot table whose lines are sorted by cells, or cut to the first ones. Both are computed from the cells,
 * which have names outside of their own query only.
 * @param head `SELECT` with what limits the rows
 * @returns its lines, without a limit at the end
 */
export function pivotSql({ exploration, lines, terms, cells, from }: PivotCells, head: string): string[] {
  const named = terms.map(({ alias, isNeverNull }): Term => ({ place: alias, sql: alias, alias, isNeverNull }))
  const keys = orderKeys(exploration, named, (measure, { value = null }) =>
    cellTerm(measure, value, { exploration, named, from }),
  )
  if (lines === null) return [`${head} *`, ...fromSubquery(cells, 'cells'), orderBySql(keys, from)]

  const across = named[exploration.groups.findIndex(({ column }) => column === exploration.across)]
  const ofLines = keys.filter(({ term }) => term !== across)
  const [line = '', ...own] = ownNames(from.names, ofLines)
  const computed = ofLines.flatMap((key) => (named.includes(key.term) ? [] : [key]))
  const rankKeys = ofLines.map((key) => {
    const name = own[computed.indexOf(key)]
    return name === undefined ? key : { ...key, term: { place: name, sql: name, alias: name, isNeverNull: false } }
  })
  const sorted =
    computed.length === 0
      ? cells
      : [
          `SELECT cells.*, ${computed.map(({ term }, at) => `${term.sql} AS ${own[at]}`).join(', ')}`,
          ...fromSubquery(cells, 'cells'),
        ]
  const ranked = [
    `SELECT cells.*, dense_rank() OVER (${orderBySql(rankKeys, from)}) AS ${line}`,
    ...fromSubquery(sorted, 'cells'),
  ]
  const lineTerm = { place: line, sql: line, alias: line, isNeverNull: true }
  const order = [lineTerm, ...(across ? [across] : [])].map((term) => ({ term, descending: false }))
  return [
    `${head} ${named.map(({ alias }) => alias).join(', ')}`,
    ...fromSubquery(ranked, 'ranked'),
    `WHERE ${line} <= ${lines}`,
    orderBySql(order, from),
  ]
}

/** Names that no column of the answer has: of the number of a line, and of what lines are sorted by. */
const ownNames = (names: readonly string[], keys: readonly OrderKey[]): string[] =>
  distinctNames([...names, 'line_number', ...keys.map((_, at) => `sort_${at + 1}`)]).slice(names.length)

const fromSubquery = (lines: readonly string[], name: string): string[] => [
  'FROM (',
  ...lines.map((line) => `  ${line}`),
  `) ${name}`,
]

/** The measure of the lines below one value of the group in columns. */
function cellTerm(
  measure: Term,
  value: Cell,
  { exploration: { groups, across }, named, from }: Pick<PivotCells, 'exploration' | 'from'> & { named: readonly Term[] },
): Term {
  const at = groups.findIndex(({ column }) => column === across)
  const { column = '', unit = null } = groups[at] ?? {}
  const target = { ...from.column(column), ref: named[at]?.alias ?? '' }
  const cut =
    unit === 'hour' ? { ...target, type: 'datetime' as const } : { ...target, type: 'date' as const, isInstant: false }
  const isValue = conditionSql({ column, kind: 'is', values: [value] }, unit === null ? target : cut, from)
  const line = named.slice(0, groups.length).toSpliced(at, 1)
  const by = line.length === 0 ? '' : `PARTITION BY ${line.map(({ alias }) => alias).join(', ')}`
  const sql = `max(CASE WHEN ${isValue} THEN ${measure.alias} END) OVER (${by})`
  return { place: sql, sql, alias: sql, isNeverNull: false }
}
