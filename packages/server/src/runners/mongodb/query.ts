import { BSON, type Document, ObjectId } from 'mongodb'
import { z } from 'zod'
import { parseJsonQuery } from '../http/json-query.ts'
import { QueryError } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'
import { humanTime } from './human-time.ts'

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

/** What is asked of a collection. */
export type MongoQuery = Omit<z.output<typeof Query>, 'query' | 'sort'> & {
  query: Document
  sort: Document | undefined
  isCount: boolean
}

/** Stages that store what they are given. */
const WRITING = new Set(['$out', '$merge'])

/** The first name of a stage that writes, however deep it stands: pipelines stand in $lookup, $facet, $unionWith and the like. */
function writingIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return firstOf(value, writingIn)
  if (!isPlainObject(value)) return undefined
  return firstOf(Object.entries(value), ([name, inner]) => (WRITING.has(name) ? name : writingIn(inner)))
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Reads a query: JSON with MongoDB's extended types, and with times as people say them.
 * @throws QueryError for what is no such query
 */
export function mongoQuery(text: string, now: Date): MongoQuery {
  const written = parseJsonQuery(text, 'Invalid JSON format.')
  if (!written.collection) throw new QueryError("'collection' must have a value to run a query")
  const { data, error } = Query.safeParse(meant(extended(written), now))
  const [problem] = error?.issues ?? []
  if (!data) throw new QueryError(`'${problem?.path.join('.')}' is not as it should be: ${problem?.message}.`, { cause: error })
  const writing = writingIn(data.aggregate)
  if (writing !== undefined) throw new QueryError(`Data sources are only read, and ${writing} writes.`)
  const aggregate = data.aggregate?.map((stage) => ('$sort' in stage ? { ...stage, $sort: order(stage.$sort) } : stage))
  return {
    ...data,
    // A query goes before stages, where there are both.
    aggregate: data.query ? undefined : aggregate,
    query: data.query ?? {},
    sort: data.sort === undefined ? undefined : order(data.sort),
    isCount: 'count' in written,
  }
}

/** `$oid`, `$date` and the like as the values that they stand for. */
function extended(written: Record<string, unknown>): unknown {
  try {
    return BSON.EJSON.deserialize(written, { relaxed: true })
  } catch (error) {
    throw new QueryError(`Invalid JSON format. ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

const ISO_DATE = /^ISODate\("([^"]*)"\)$/

/** The forms that are ours: `$oids`, `$humanTime`, and dates in texts. */
function meant(value: unknown, now: Date): unknown {
  if (Array.isArray(value)) return value.map((item) => meant(item, now))
  if (typeof value === 'string') {
    const [, written] = ISO_DATE.exec(value) ?? []
    return written === undefined ? value : timeOf(written, now)
  }
  if (!isPlainObject(value)) return value
  if (Array.isArray(value.$oids)) return value.$oids.map((id) => objectId(String(id)))
  if (typeof value.$humanTime === 'string') return timeOf(value.$humanTime, now)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, meant(inner, now)]))
}

function timeOf(said: string, now: Date): Date {
  const time = humanTime(said, now)
  if (!time) throw new QueryError(`"${said}" is not a time. Write a date, "now", "yesterday", "3 days ago" or "in 2 hours".`)
  return time
}

function objectId(hex: string): ObjectId {
  if (!ObjectId.isValid(hex)) throw new QueryError(`"${hex}" is not the id of an object.`)
  return new ObjectId(hex)
}

/** An order as a list, whose sequence JSON keeps for sure: `[{ "name": "a", "direction": -1 }]` or `[["a", -1]]`. */
function order(written: unknown): Document {
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
