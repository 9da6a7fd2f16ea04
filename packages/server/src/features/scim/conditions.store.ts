import { and, not, or, type SQL, sql } from 'drizzle-orm'
import type { Condition } from './filter.ts'

/** How an attribute is compared in SQL: as text, without regard to case unless it is exact, or by a condition of its own. */
export type AttributeSql =
  | { kind: 'text'; value: SQL; isExact?: boolean }
  | { kind: 'boolean'; value: SQL }
  | { kind: 'contains'; holds: (id: string) => SQL; some: SQL }

/** A condition as SQL. @param attributes by name in lower case, with every name that the condition has */
export function sqlOf(condition: Condition, attributes: ReadonlyMap<string, AttributeSql>): SQL | undefined {
  switch (condition.kind) {
    case 'all':
      return and(...condition.parts.map((part) => sqlOf(part, attributes)))
    case 'any':
      return or(...condition.parts.map((part) => sqlOf(part, attributes)))
    case 'not': {
      const part = sqlOf(condition.part, attributes)
      return part && not(part)
    }
    case 'present':
      return presence(attributes.get(condition.attribute))
    case 'compare':
      return comparison(attributes.get(condition.attribute), condition)
  }
}

function presence(attribute: AttributeSql | undefined): SQL {
  if (attribute === undefined) return sql`false`
  return attribute.kind === 'contains' ? attribute.some : sql`(${attribute.value}) is not null`
}

function comparison(attribute: AttributeSql | undefined, { op, value }: Extract<Condition, { kind: 'compare' }>): SQL {
  if (attribute === undefined) return sql`false`
  if (attribute.kind === 'contains') return op === 'ne' ? not(attribute.holds(String(value))) : attribute.holds(String(value))
  if (attribute.kind === 'boolean') {
    const isEqual = sql`(${attribute.value}) = ${String(value).toLowerCase() === 'true'}`
    return op === 'ne' ? not(isEqual) : isEqual
  }
  const spell = (text: SQL) => (attribute.isExact ? text : sql`lower(${text})`)
  const [stored, sent] = [spell(sql`coalesce((${attribute.value}), '')`), spell(sql`${String(value)}::text`)]
  switch (op) {
    case 'eq':
      return sql`${stored} = ${sent}`
    case 'ne':
      return sql`${stored} <> ${sent}`
    case 'co':
      return sql`position(${sent} in ${stored}) > 0`
    case 'sw':
      return sql`starts_with(${stored}, ${sent})`
    case 'ew':
      return sql`right(${stored}, length(${sent})) = ${sent}`
  }
}
