import { BSON, type Document, ObjectId } from 'mongodb'
import { z } from 'zod'
import { parseJsonQuery } from '../http/json-query.ts'
import { QueryError } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'

const Sort = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
const Query = z.object({
  collection: z.string().min(1),
  query: z.record(z.string(), z.unknown()).optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
  sort: Sort.optional(),
  skip: z.number().int().nonnegative().optional(),
  limit: z.number().int().nonnegative().optional(),
  aggregate: z.array(z.record(z.string(), z.unknown())).optional(),
  allowDiskUse: z.boolean().default(false),
  sortColumns: z.enum(['asc', 'desc']).optional(),
})

/** A parsed query. */
export type MongoQuery = Omit<z.output<typeof Query>, 'query' | 'sort'> & {
  query: Document
  sort: Document | undefined
  isCount: boolean
}

/** Pipeline stages that write. */
const WRITING = new Set(['$out', '$merge'])

/** The first stage that writes, at any depth: $lookup, $facet, $unionWith and others contain pipelines. */
function findWritingStage(value: unknown): string | undefined {
  if (Array.isArray(value)) return firstOf(value, findWritingStage)
  if (!isPlainObject(value)) return undefined
  return firstOf(Object.entries(value), ([name, inner]) => (WRITING.has(name) ? name : findWritingStage(inner)))
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Parses a query: JSON with MongoDB's extended types, and with human-readable times.
 * @throws QueryError if it is invalid
 */
export function mongoQuery(text: string, now: Date): MongoQuery {
  const written = parseJsonQuery(text, 'Invalid JSON format.')
  if (!written.collection) throw new QueryError("'collection' must have a value to run a query")
  const { data, error } = Query.safeParse(resolveExtensions(resolveExtendedJson(written), now))
  const [problem] = error?.issues ?? []
  if (!data) throw new QueryError(`'${problem?.path.join('.')}' is not as it should be: ${problem?.message}.`, { cause: error })
  const writing = findWritingStage(data.aggregate)
  if (writing !== undefined) throw new QueryError(`Data sources are only read, and ${writing} writes.`)
  const aggregate = data.aggregate?.map((stage) => ('$sort' in stage ? { ...stage, $sort: sortOrder(stage.$sort) } : stage))
  return {
    ...data,
    // If there are both, `query` takes precedence over `aggregate`.
    aggregate: data.query ? undefined : aggregate,
    query: data.query ?? {},
    sort: data.sort === undefined ? undefined : sortOrder(data.sort),
    isCount: 'count' in written,
  }
}

/** Resolves MongoDB's extended JSON: `$oid`, `$date` and others. */
function resolveExtendedJson(written: Record<string, unknown>): unknown {
  try {
    return BSON.EJSON.deserialize(written)
  } catch (error) {
    throw new QueryError(`Invalid JSON format. ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

const ISO_DATE = /^ISODate\("([^"]*)"\)$/

/** Resolves Redash's own extensions: `$oids`, `$humanTime`, and dates in strings. */
function resolveExtensions(value: unknown, now: Date): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveExtensions(item, now))
  if (typeof value === 'string') {
    const [, written] = ISO_DATE.exec(value) ?? []
    return written === undefined ? value : parseTime(written, now)
  }
  if (!isPlainObject(value)) return value
  if (Array.isArray(value.$oids)) return value.$oids.map((id) => objectId(String(id)))
  if (typeof value.$humanTime === 'string') return parseTime(value.$humanTime, now)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolveExtensions(inner, now)]))
}

function parseTime(said: string, now: Date): Date {
  const time = humanTime(said, now)
  if (!time) throw new QueryError(`"${said}" is not a time. Write a date, "now", "yesterday", "3 days ago" or "in 2 hours".`)
  return time
}

function objectId(hex: string): ObjectId {
  if (!ObjectId.isValid(hex)) throw new QueryError(`"${hex}" is not the id of an object.`)
  return new ObjectId(hex)
}

/** Reads a sort order, which is a list since its sequence matters: `[{ "name": "a", "direction": -1 }]` or `[["a", -1]]`. */
function sortOrder(written: unknown): Document {
  if (isPlainObject(written)) return written
  if (!Array.isArray(written)) throw new QueryError("'sort' should be a list of fields.")
  return Object.fromEntries(
    written.map((part): [string, unknown] => {
      const [name, direction] = Array.isArray(part) ? part : isPlainObject(part) ? [part.name, part.direction] : []
      if (typeof name !== 'string') throw new QueryError("'sort' should be a list of objects with 'name' and 'direction'.")
      return [name, direction ?? 1]
    }),
  )
}

const UNITS: Record<string, (date: Date, count: number) => void> = {
  second: (date, count) => date.setUTCSeconds(date.getUTCSeconds() + count),
  minute: (date, count) => date.setUTCMinutes(date.getUTCMinutes() + count),
  hour: (date, count) => date.setUTCHours(date.getUTCHours() + count),
  day: (date, count) => date.setUTCDate(date.getUTCDate() + count),
  week: (date, count) => date.setUTCDate(date.getUTCDate() + 7 * count),
  month: (date, count) => addMonths(date, count),
  year: (date, count) => addMonths(date, 12 * count),
}

/** A month after January 31 is the last day of February, not some day in March. */
function addMonths(date: Date, count: number): void {
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
}

const WORDS: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 }
const AGO = /^(\d+|an?) (second|minute|hour|day|week|month|year)s? ago$/
const AHEAD = /^in (\d+|an?) (second|minute|hour|day|week|month|year)s?$/

/**
 * Parses a time as people write it: `now`, `today`, `yesterday`, `tomorrow` (at midnight UTC), `3 days ago`, `in 2 hours`, or a
 * date.
 * @returns undefined if it is none of these
 */
export function humanTime(said: string, now: Date): Date | undefined {
  const text = said.trim().toLowerCase()
  const time = new Date(now)
  if (text === 'now') return time
  const days = Object.hasOwn(WORDS, text) ? WORDS[text] : undefined
  if (days !== undefined) return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days))
  const [ago, ahead] = [AGO.exec(text), AHEAD.exec(text)]
  const [, count = '', unit = ''] = ago ?? ahead ?? []
  if (unit !== '') {
    UNITS[unit]?.(time, (/\d/.test(count) ? Number(count) : 1) * (ago ? -1 : 1))
    return time
  }
  const written = new Date(/^\d{4}-\d\d-\d\d/.test(text) ? said.trim() : Number.NaN)
  return Number.isNaN(written.getTime()) ? undefined : written
}
