import type { Cell } from '@sightline/contract/results.ts'
import { i18n } from '../language/i18n.ts'
import type { ExploreDialect, SqlContext, Target } from './dialects/dialect.ts'
import { dayAfter, isText } from './dialects/standard.ts'
import { type Condition, isNumber } from './exploration.ts'
import { isMoment } from './request.ts'

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
  /** How rows are sorted by a text; as the data source sorts texts if omitted. */
  sortedText?(target: Target): string
}

/** @throws NotInSql if the values of the column cannot be read as texts */
export function mustReadUntyped(target: Target, { dialect }: SelectFrom): void {
  if (!dialect.readsUntyped && !isText(target))
    throw new NotInSql(i18n._('The type of the column "{name}" is not known.', { name: target.name }))
}

export function refuseTimes({ name }: Target, { dialect, timeZone }: SelectFrom): never {
  throw new NotInSql(
    i18n._('{dialect} cannot group or filter the times of "{column}" in the time zone {timeZone}.', {
      dialect: dialect.name,
      column: name,
      timeZone,
    }),
  )
}

/** A condition that rows must meet. @throws NotInSql if the dialect cannot express it */
export function conditionSql({ kind, values }: Condition, target: Target, from: SelectFrom): string {
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
