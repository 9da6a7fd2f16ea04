import { i18n } from '../language/i18n.ts'
import { conditionSql, mustReadUntyped, NotInSql, refuseTimes, type SelectFrom } from './condition-sql.ts'
import type { ExploreDialect, Term } from './dialects/dialect.ts'
import { type Exploration, type ExploredMeasure, type Group, isGrouped, isText, sortOf } from './exploration.ts'
import { orderBySql, orderKeys } from './order-sql.ts'
import { cellsOf, lineLimit } from './pivot.ts'
import { pivotSql } from './pivot-sql.ts'
import { isComplete } from './request.ts'

/**
 * The SQL of an exploration, with the same groups in the same order as those of a stored result.
 * @throws NotInSql if the dialect cannot express it
 */
export function selectSql(asked: Exploration, from: SelectFrom): string {
  const exploration = cellsOf(asked)
  const { groups, limit } = exploration
  const rows = rowsSql(exploration, from)
  if (!isGrouped(exploration)) return ['SELECT *', ...rows, ...rowOrderSql(exploration, from)].join('\n')
  const terms = termsOf(exploration, from)
  const list = terms.map(({ sql, alias }, at) => {
    const named = sql === alias ? sql : `${sql} AS ${alias}`
    return `  ${named}${at + 1 < terms.length ? ',' : ''}`
  })
  if (groups.length === 0) return ['SELECT', ...list, ...rows].join('\n')
  const by = terms.slice(0, groups.length).map(from.dialect.groupBy)
  const grouped = [...list, ...rows, `GROUP BY ${by.join(', ')}`]
  const { select, end } = from.dialect.limit(limit)
  const head = select === undefined ? 'SELECT' : `SELECT ${select}`
  const tail = end === undefined ? [] : [end]
  const lines = lineLimit(asked)
  const isPlain = lines === null && sortOf(exploration).every(({ value }) => value === undefined)
  const query = isPlain
    ? [head, ...grouped, orderBySql(orderKeys(exploration, terms), from)]
    : pivotSql({ exploration, lines, terms, cells: ['SELECT', ...grouped], from }, head)
  return [...query, ...tail].join('\n')
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

/** Rows without groups are sorted only if an order was chosen. */
function rowOrderSql({ sort }: Exploration, from: SelectFrom): string[] {
  const keys = sort.map(({ column, descending }) => {
    const target = from.column(column ?? '')
    const ref = (isText(target) ? from.sortedText?.(target) : undefined) ?? target.ref
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
