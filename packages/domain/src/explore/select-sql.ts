import type { Cell } from '@sightline/contract/results.ts'
import { i18n } from '../language/i18n.ts'
import type { ExploreDialect, SqlContext, Target, Term } from './dialects/dialect.ts'
import { dayAfter, isText } from './dialects/standard.ts'
import {
  type Condition,
  type Exploration,
  type ExploredMeasure,
  type Group,
  groupTerms,
  isGrouped,
  isNumber,
  isSameTerm,
  sortOf,
} from './exploration.ts'
import { isComplete, isMoment } from './request.ts'

/** There is no SQL that returns the same; the message is a sentence for users. */
export class NotInSql extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotInSql'
  }
}

/** The table, its columns, and the names of the answer. */
export interface SelectFrom extends SqlContext {
  dialect: ExploreDialect
  /** A table as it is written in the query. */
  table: string
  /** A condition that rows must meet before the filters; null for all rows. */
  where: string | null
  /** Lines behind all conditions that a parameter may leave out, each of which begins with AND; none if omitted. */
  optionalConditions?: readonly string[]
  /** Finds a column of the result by its name. */
  column(name: string): Target
  /** The columns of the answer: groups, then measures. */
  names: readonly string[]
}

/**
 * The SQL of an exploration, with the same groups in the same order as those of a stored result.
 * @throws NotInSql if the dialect cannot express it
 */
export function selectSql(exploration: Exploration, from: SelectFrom): string {
  const { groups, limit } = exploration
  const rows = rowsSql(exploration, from)
  if (!isGrouped(exploration)) return ['SELECT *', ...rows, ...rowOrderSql(exploration, from)].join('\n')
  const terms = termsOf(exploration, from)
  const { select, end } = groups.length === 0 ? {} : from.dialect.limit(limit)
  const list = terms.map(({ sql, alias }, at) => {
    const named = sql === alias ? sql : `${sql} AS ${alias}`
    return `  ${named}${at + 1 < terms.length ? ',' : ''}`
  })
  const head = [select === undefined ? 'SELECT' : `SELECT ${select}`, ...list, ...rows]
  if (groups.length === 0) return head.join('\n')
  const by = terms.slice(0, groups.length).map(from.dialect.groupBy)
  const tail = [`GROUP BY ${by.join(', ')}`, orderSql(exploration, terms, from.dialect), ...(end === undefined ? [] : [end])]
  return [...head, ...tail].join('\n')
}

/** The clauses that name the table and select its rows. @throws NotInSql if the dialect cannot express a condition */
export function rowsSql({ conditions }: Pick<Exploration, 'conditions'>, from: SelectFrom): string[] {
  const { table, where, optionalConditions = [] } = from
  const filters = conditions.flatMap((condition) => {
    const target = from.column(condition.column)
    return isComplete(condition, target) ? [conditionSql(condition, target, from)] : []
  })
  const chosen = where === null ? [] : [filters.length + optionalConditions.length > 0 ? `(${where})` : where]
  const all = [...chosen, ...filters]
  // The optional ones need a condition before them, whether or not they are left out.
  const first = all.length === 0 && optionalConditions.length > 0 ? ['1 = 1'] : all
  return [`FROM ${table}`, ...first.map((filter, at) => `${at === 0 ? 'WHERE' : '  AND'} ${filter}`), ...optionalConditions]
}

function termsOf({ groups, measures }: Exploration, from: SelectFrom): Term[] {
  const values = [
    ...groups.map((group) => ({
      sql: groupSql(group, from),
      isNeverNull: false,
      column: group.unit === null ? group.column : null,
    })),
    ...measures.map((measure) => ({
      sql: measureSql(measure, from),
      isNeverNull: measure.kind === 'count' || measure.kind === 'unique',
      column: null,
    })),
  ]
  return values.map(({ sql, isNeverNull, column }, at) => {
    const name = from.names[at] ?? ''
    return { place: at + 1, sql, isNeverNull, alias: name === column ? sql : quoted(name, from.dialect) }
  })
}

/** A name of a column or alias. Two braces would begin a parameter in the text of a query. */
export function quoted(name: string, dialect: ExploreDialect): string {
  const written = name.includes('{{') ? null : dialect.quoted(name)
  if (written === null) throw new NotInSql(i18n._('The column name "{name}" cannot be written in a query.', { name }))
  return written
}

/** Equal groups are sorted by their keys, so that the limit always keeps the same ones. */
function orderSql(exploration: Exploration, terms: readonly Term[], dialect: ExploreDialect): string {
  const { groups } = exploration
  const sortable = groupTerms(exploration)
  const chosen = sortOf(exploration).flatMap((key) => {
    const term = terms[sortable.findIndex((one) => isSameTerm(one, key))]
    return term === undefined ? [] : [{ term, descending: key.descending }]
  })
  const ties = terms.slice(0, groups.length).filter((term) => !chosen.some((key) => key.term === term))
  const all = [...chosen, ...ties.map((term) => ({ term, descending: false }))]
  return `ORDER BY ${all.map(({ term, descending }) => dialect.orderBy(term, descending)).join(', ')}`
}

/** Rows without groups are sorted only if an order was chosen. */
function rowOrderSql({ sort }: Exploration, from: SelectFrom): string[] {
  const keys = sort.map(({ column, descending }) => {
    const { ref } = from.column(column ?? '')
    return from.dialect.orderBy({ place: ref, sql: ref, alias: ref, isNeverNull: false }, descending)
  })
  return keys.length === 0 ? [] : [`ORDER BY ${keys.join(', ')}`]
}

function groupSql({ column, unit }: Group, from: SelectFrom): string {
  const target = from.column(column)
  if (unit !== null) return from.dialect.unitStart(unit, target, from) ?? refuseTimes(target, from)
  if (target.type === null) mustReadUntyped(target, from)
  return target.ref
}

function measureSql({ kind, column }: ExploredMeasure, from: SelectFrom): string {
  if (column === null) return 'count(*)'
  const target = from.column(column)
  if (target.type === null) mustReadUntyped(target, from)
  const written = from.dialect.measure(kind, target)
  if (written === null)
    throw new NotInSql(i18n._('{dialect} has no {measure} of groups.', { dialect: from.dialect.name, measure: kind }))
  return written
}

function mustReadUntyped(target: Target, { dialect }: SelectFrom): void {
  if (!dialect.readsUntyped && !isText(target))
    throw new NotInSql(i18n._('The type of the column "{name}" is not known.', { name: target.name }))
}

function refuseTimes({ name }: Target, { dialect, timeZone }: SelectFrom): never {
  throw new NotInSql(
    i18n._('{dialect} cannot group or filter the times of "{column}" in the time zone {timeZone}.', {
      dialect: dialect.name,
      column: name,
      timeZone,
    }),
  )
}

function conditionSql({ kind, values }: Condition, target: Target, from: SelectFrom): string {
  const { ref } = target
  const [value = null] = values
  switch (kind) {
    case 'is':
      return oneOf(values, target, from)
    case 'is_not':
      return noneOf(values, target, from)
    case 'contains':
      return from.dialect.contains(from.dialect.text(target), textLiteral(String(value), from))
    case 'min':
      return `${from.dialect.time(target)} >= ${boundSql(String(value), target, from)}`
    case 'max':
      return target.type === 'datetime'
        ? `${from.dialect.time(target)} < ${boundSql(endOf(String(value)), target, from)}`
        : `${from.dialect.time(target)} <= ${boundSql(String(value), target, from)}`
    case 'below':
      return `${from.dialect.time(target)} < ${boundSql(String(value), target, from)}`
    case 'empty':
      return `${ref} IS NULL`
    case 'not_empty':
      return `${ref} IS NOT NULL`
  }
}

function oneOf(values: readonly Cell[], target: Target, from: SelectFrom): string {
  const some = values.filter((value) => value !== null)
  const empty = some.length < values.length ? [`${target.ref} IS NULL`] : []
  const listed = some.length > 0 ? [`${comparedSql(target, from)} IN (${literals(some, target, from)})`] : []
  return eitherOf([...listed, ...empty])
}

function noneOf(values: readonly Cell[], target: Target, from: SelectFrom): string {
  const some = values.filter((value) => value !== null)
  const isNullExcluded = some.length < values.length
  if (some.length === 0) return `${target.ref} IS NOT NULL`
  const others = `${comparedSql(target, from)} NOT IN (${literals(some, target, from)})`
  return isNullExcluded ? others : eitherOf([others, `${target.ref} IS NULL`])
}

const eitherOf = (parts: readonly string[]) => (parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' OR ')})`)

function comparedSql(target: Target, from: SelectFrom): string {
  if (target.type !== null) return from.dialect.time(target)
  mustReadUntyped(target, from)
  return from.dialect.text(target)
}

const literals = (values: readonly Cell[], target: Target, from: SelectFrom) =>
  values.map((value) => valueLiteral(value, target, from)).join(', ')

/** A value of a column, as cells show it. */
function valueLiteral(value: Cell, target: Target, from: SelectFrom): string {
  const { type } = target
  const text = String(value)
  if (type === 'date' || type === 'datetime') return from.dialect.timeLiteral(text, target, from) ?? refuseTimes(target, from)
  if (type === 'boolean') return from.dialect.booleans[text === 'true' ? 1 : 0]
  // Exact digits are texts in cells.
  return (type === 'integer' || type === 'float') && isNumber(text) ? text : textLiteral(text, from)
}

function boundSql(text: string, target: Target, from: SelectFrom): string {
  if (target.type === 'integer' || target.type === 'float') return text
  const write = isMoment(text) ? from.dialect.timeLiteral : from.dialect.dayStart
  return write(text, target, from) ?? refuseTimes(target, from)
}

/** The first time behind a day, or behind a time, which stands for its whole millisecond. */
function endOf(text: string): string {
  if (!isMoment(text)) return dayAfter(text)
  const isInstant = text.endsWith('Z')
  const next = new Date(Date.parse(isInstant ? text : `${text}Z`) + 1).toISOString().replace('.000Z', 'Z')
  return isInstant ? next : next.slice(0, -1)
}

/** Braces are taken apart, because two of them would begin a parameter in the text of a query. */
function textLiteral(text: string, { dialect, literal }: SelectFrom): string {
  const parts = text.split(/(?<=\{)(?=\{)/)
  return parts.length === 1 ? literal(text) : dialect.joined(parts.map(literal))
}
