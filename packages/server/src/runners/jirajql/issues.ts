import { cellText, isPlainObject } from '../values/cells.ts'
import type { ObjectRow } from '../values/objects.ts'

export interface Issue {
  key: string
  fields: Record<string, unknown>
}

/**
 * An issue as a row of texts: objects give their key and their name, lists are joined with commas.
 * @param mapping names of columns by field, or by `field.member` for a member of an object
 */
export function issueRow({ key, fields }: Issue, mapping: Record<string, string>): ObjectRow {
  const row: ObjectRow = { key }
  for (const [field, value] of Object.entries(fields)) {
    const members = Object.keys(mapping).flatMap((name) => (name.startsWith(`${field}.`) ? [name.slice(field.length + 1)] : []))
    Object.assign(row, columnsOf(field, value, members, mapping))
  }
  return row
}

function columnsOf(field: string, value: unknown, members: readonly string[], mapping: Record<string, string>): ObjectRow {
  const name = mapping[field] ?? field
  const isStructured = isPlainObject(value) || Array.isArray(value)
  if (isStructured && members.length > 0)
    return Object.fromEntries(
      members.map((member) => [mapping[`${field}.${member}`] ?? `${field}_${member}`, memberOf(value, member)]),
    )
  if (Array.isArray(value))
    return {
      [name]: value.map((item) => textOf(isPlainObject(item) ? (item.name ?? item.value ?? item) : item)).join(','),
    }
  if (!isPlainObject(value)) return { [name]: value === null ? null : textOf(value) }
  const parts = ['key', 'name']
    .filter((part) => part in value)
    .map((part): [string, unknown] => [`${name}_${part}`, textOf(value[part])])
  return parts.length > 0 ? Object.fromEntries(parts) : { [name]: textOf(value.value ?? value) }
}

function memberOf(value: unknown, member: string): string | null {
  if (Array.isArray(value)) return value.flatMap((item) => memberOf(item, member) ?? []).join(',')
  return isPlainObject(value) && member in value ? textOf(value[member]) : null
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : cellText(value))
