import type { Cell } from '@sightline/contract/results.ts'
import { tableColumns } from '../names.ts'
import {
  answerColumns,
  type Condition,
  type Exploration,
  type ExploredColumn,
  type ExploredMeasure,
  type Group,
  isGrouped,
  isNumber,
  sortOf,
} from './exploration.ts'
import { isComplete, isMoment } from './request.ts'

/** The table of a query. */
export interface ExploredTable {
  /** As in `cached_query_5`. */
  name: string
  /** In which instants are cut. */
  timeZone: string
}

/**
 * The SQL of an exploration, in DuckDB's dialect of Query Results, with the same groups in the same order.
 * @param columns of the result; all columns of the exploration are among them
 */
export function sqlOf(exploration: Exploration, columns: readonly ExploredColumn[], { name, timeZone }: ExploredTable): string {
  const { groups, measures, conditions, limit } = exploration
  const column = columnsInSql(columns, timeZone)
  const filters = conditions.flatMap((condition) => {
    const target = column(condition.column)
    return isComplete(condition, target) ? [conditionSql(condition, target)] : []
  })
  const from = [`FROM ${name}`, ...filters.map((filter, at) => `${at === 0 ? 'WHERE' : '  AND'} ${filter}`)]
  if (!isGrouped(exploration)) return ['SELECT *', ...from].join('\n')
  const values = [
    ...groups.map((group) => groupSql(group, column(group.column))),
    ...measures.map((measure) => measureSql(measure, measure.column === null ? null : column(measure.column))),
  ]
  const names = tableColumns(answerColumns(exploration, columns).map((one) => one.name))
  const selected = values.map((value, at) =>
    value === quoted(names[at] ?? '') ? value : `${value} AS ${quoted(names[at] ?? '')}`,
  )
  const list = ['SELECT', ...selected.map((one, at) => `  ${one}${at < selected.length - 1 ? ',' : ''}`), ...from]
  if (groups.length === 0) return list.join('\n')
  const places = groups.map((_, at) => String(at + 1))
  return [...list, `GROUP BY ${places.join(', ')}`, orderSql(exploration, places), `LIMIT ${limit}`].join('\n')
}

/** Equal groups are sorted by their keys, so that the limit always keeps the same ones. */
function orderSql(exploration: Exploration, places: readonly string[]): string {
  const { by, index, descending } = sortOf(exploration)
  const chosen = String(by === 'group' ? index + 1 : places.length + index + 1)
  const ties = places.filter((place) => place !== chosen)
  return `ORDER BY ${[`${chosen}${descending ? ' DESC' : ''}`, ...ties].join(', ')}`
}

/** A column in SQL. */
interface Target extends ExploredColumn {
  ref: string
  timeZone: string
}

/** Finds a column by its name. Tables name some columns differently than results. */
function columnsInSql(columns: readonly ExploredColumn[], timeZone: string): (name: string) => Target {
  const refs = tableColumns(columns.map(({ name }) => name))
  return (name) => {
    const place = columns.findIndex((column) => column.name === name)
    return {
      name,
      type: columns[place]?.type ?? null,
      isInstant: columns[place]?.isInstant,
      ref: quoted(refs[place] ?? name),
      timeZone,
    }
  }
}

function groupSql({ unit }: Group, target: Target): string {
  if (unit === null) return target.ref
  const { timeZone } = target
  const time = target.isInstant ? `${target.ref} AT TIME ZONE ${literal(timeZone)}` : timeSql(target)
  const start = `date_trunc('${unit}', ${time})`
  if (unit !== 'hour') return `${start}::DATE`
  if (!target.isInstant) return start
  // When clocks are set back, the same hour of the clock is two hours.
  return timeZone === 'UTC' ? `${start} AT TIME ZONE 'UTC'` : `${target.ref} - (${time} - ${start})`
}

/** Some data sources send dates and times as texts, so their type is written out. */
function timeSql({ ref, type, isInstant }: Target): string {
  if (type === 'date') return `${ref}::DATE`
  return type === 'datetime' && !isInstant ? `${ref}::TIMESTAMP` : ref
}

/** A column without a type may have its numbers as texts. */
const numberSql = ({ ref, type }: Target) => (type === null ? `try_cast(${ref} AS DOUBLE)` : ref)

function measureSql({ kind }: ExploredMeasure, target: Target | null): string {
  if (target === null) return 'count(*)'
  switch (kind) {
    case 'count':
      return 'count(*)'
    case 'unique':
      return `count(DISTINCT ${target.ref})`
    case 'median':
      // The median of decimals would be rounded to their digits.
      return `median(${target.type === 'float' ? `${target.ref}::DOUBLE` : numberSql(target)})`
    case 'sum':
    case 'avg':
      return `${kind}(${numberSql(target)})`
    case 'min':
    case 'max':
      return `${kind}(${target.ref})`
  }
}

function conditionSql({ kind, values }: Condition, target: Target): string {
  const { ref } = target
  const [value = null] = values
  switch (kind) {
    case 'is':
      return oneOf(values, target)
    case 'is_not':
      return noneOf(values, target)
    case 'contains':
      return `contains(lower(${textSql(target)}), lower(${literal(String(value))}))`
    case 'min':
      return `${timeSql(target)} >= ${boundSql(value, target, 0)}`
    case 'max':
      return target.type === 'datetime'
        ? `${timeSql(target)} < ${boundSql(value, target, 1)}`
        : `${timeSql(target)} <= ${boundSql(value, target, 0)}`
    case 'empty':
      return `${ref} IS NULL`
    case 'not_empty':
      return `${ref} IS NOT NULL`
  }
}

const textSql = ({ ref, type }: Target) => (type === 'string' ? ref : `${ref}::VARCHAR`)

function oneOf(values: readonly Cell[], target: Target): string {
  const some = values.filter((value) => value !== null)
  const empty = some.length < values.length ? [`${target.ref} IS NULL`] : []
  return joined([...(some.length > 0 ? [`${comparedSql(target)} IN (${literals(some, target)})`] : []), ...empty], 'OR')
}

function noneOf(values: readonly Cell[], target: Target): string {
  const some = values.filter((value) => value !== null)
  const isNullExcluded = some.length < values.length
  if (some.length === 0) return `${target.ref} IS NOT NULL`
  const others = `${comparedSql(target)} NOT IN (${literals(some, target)})`
  return isNullExcluded ? others : joined([others, `${target.ref} IS NULL`], 'OR')
}

const joined = (parts: readonly string[], operator: string) =>
  parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(` ${operator} `)})`

const comparedSql = (target: Target) => (target.type === null ? textSql(target) : timeSql(target))

const literals = (values: readonly Cell[], target: Target) => values.map((value) => valueLiteral(value, target)).join(', ')

/** A value of a column, as cells show it. */
function valueLiteral(value: Cell, { type, isInstant }: Target): string {
  const text = String(value)
  if (type === 'date') return `DATE ${literal(text)}`
  if (type === 'datetime') {
    const time = text.replace('T', ' ')
    return isInstant ? `TIMESTAMPTZ ${literal(time.replace(/Z$/, '+00'))}` : `TIMESTAMP ${literal(time)}`
  }
  if (type === 'boolean') return text === 'true' ? text : 'false'
  // Exact digits are texts in cells.
  return (type === 'integer' || type === 'float') && isNumber(text) ? text : literal(text)
}

/** @param days added to a day, or as many milliseconds to a time */
function boundSql(value: Cell, { type, isInstant, timeZone }: Target, days: number): string {
  const text = String(value)
  if (type === 'integer' || type === 'float') return text
  if (isMoment(text)) return momentSql(text, days, isInstant === true)
  const day = days === 0 ? text : new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10)
  if (type === 'date') return `DATE ${literal(day)}`
  return isInstant ? `TIMESTAMPTZ ${literal(`${day} 00:00:00 ${timeZone}`)}` : `TIMESTAMP ${literal(`${day} 00:00:00`)}`
}

/** @param milliseconds added to a time, which stands for its whole millisecond */
function momentSql(text: string, milliseconds: number, isInstant: boolean): string {
  const time = new Date(Date.parse(text.endsWith('Z') ? text : `${text}Z`) + milliseconds).toISOString()
  const written = time.replace('T', ' ').replace(/(\.000)?Z$/, '')
  return isInstant ? `TIMESTAMPTZ ${literal(`${written}+00`)}` : `TIMESTAMP ${literal(written)}`
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
/** Braces are taken apart, because two of them would begin a parameter in the text of a query. */
const literal = (text: string) => `'${text.replaceAll("'", "''").replaceAll('{{', "{' || '{")}'`
