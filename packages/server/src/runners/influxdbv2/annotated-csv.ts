import { QueryError } from '../runner.ts'
import type { ObjectRow } from '../values/objects.ts'

/**
 * Reads annotated CSV (https://docs.influxdata.com/influxdb/v2/reference/syntax/annotated-csv/): blocks of tables, each with its
 * types, its header and its rows.
 * @throws QueryError if the server sent an error instead of a table
 */
export async function* tableRows(groups: AsyncIterable<string[]>): AsyncGenerator<ObjectRow[], void, undefined> {
  let types: string[] = []
  let defaults: string[] = []
  let names: string[] | null = null
  for await (const records of recordGroups(groups)) {
    const rows: ObjectRow[] = []
    for (const record of records) {
      if (record.length === 1 && record[0] === '') names = null
      else if (record[0]?.startsWith('#')) {
        // The types begin a new block, to which the defaults of the previous one do not apply.
        if (record[0] === '#datatype') [types, defaults] = [record, []]
        if (record[0] === '#default') defaults = record
        names = null
      } else if (names === null) names = record
      else rows.push(rowOf(withDefaults(record, defaults), names, types))
    }
    if (rows.length > 0) yield rows
  }
}

/** Fills empty fields with the defaults of their columns. */
const withDefaults = (record: string[], defaults: readonly string[]): string[] =>
  defaults.length === 0 ? record : record.map((field, index) => (field === '' ? (defaults[index] ?? '') : field))

function rowOf(record: readonly string[], names: readonly string[], types: readonly string[]): ObjectRow {
  const row: ObjectRow = {}
  names.forEach((name, index) => {
    if (name !== '') row[name] = cellOf(record[index] ?? '', types[index] ?? 'string')
  })
  if (typeof row.error === 'string' && 'reference' in row) throw new QueryError(row.error)
  return row
}

function cellOf(field: string, type: string): unknown {
  if (type === 'string') return field
  if (field === '') return null
  switch (type) {
    case 'boolean':
      return field === 'true'
    case 'long':
    case 'unsignedLong':
      return BigInt(field)
    case 'double':
      return Number(field.replace('Inf', 'Infinity'))
    default:
      return field
  }
}

/** Joins lines to records: a record continues on the next line while a quote is open. */
async function* recordGroups(groups: AsyncIterable<string[]>): AsyncGenerator<string[][], void, undefined> {
  let open: string[] = []
  for await (const lines of groups) {
    const records: string[][] = []
    for (const line of lines) {
      const isOpen = open.length > 0
      const hasOddQuotes = line.split('"').length % 2 === 0
      open.push(line)
      if (isOpen !== hasOddQuotes) continue
      records.push(fieldsOf(open.join('\n').replace(/\r$/, '')))
      open = []
    }
    yield records
  }
}

/** Splits a record; a quoted field may contain commas, doubled quotes, and line breaks, which the server writes as those of records. */
function fieldsOf(record: string): string[] {
  if (!record.includes('"')) return record.split(',')
  return [...`,${record}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"').replaceAll('\r\n', '\n') ?? plain,
  )
}
