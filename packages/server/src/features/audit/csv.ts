import type { AuditEntry } from '@sightline/contract/audit.ts'

const columns = [
  'created_at',
  'action',
  'actor_id',
  'actor_name',
  'object_type',
  'object_id',
  'object_name',
  'details',
  'ip',
  'user_agent',
] as const

export const csvHead = csvLine(columns)

/** An entry as a line of CSV (RFC 4180). */
export function csvOf({ actor, details, ...entry }: AuditEntry): string {
  const row = { ...entry, actor_id: actor?.id ?? null, actor_name: actor?.name ?? null, details: JSON.stringify(details) }
  return csvLine(columns.map((name) => row[name]))
}

function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map((value) => field(value === null ? '' : String(value))).join(',')}\r\n`
}

/** Names and programs are what their owners say they are: an apostrophe keeps spreadsheets from taking them for formulas. */
function field(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
