import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { GroupsQuery, ResultGroups } from '@sightline/contract/result-groups.ts'
import type { BriefProfiles, ColumnProfile, ProfileQuery, ProfilesQuery } from '@sightline/contract/result-profiles.ts'
import type {
  ColumnsQuery,
  DistinctQuery,
  DistinctValues,
  ResultColumns,
  ResultWindow,
  WindowQuery,
} from '@sightline/contract/results.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { HttpExchange, StreamReply } from '../../../platform/http/app.ts'
import { noColumn } from '../../../platform/results/invalid-read.ts'
import { presentInfo, storedResult } from '../present.ts'
import type { ResultRow } from '../tables.ts'
import { keptProfiles } from './kept-profiles.ts'
import { readResult } from './service.ts'

// All functions get a result that the caller may read: see `mustRead` and `mustReadOfQuery`.

/** A window of rows of a result, sorted, searched and filtered. */
export async function window(
  ctx: Context,
  row: ResultRow,
  request: WindowQuery,
  http: HttpExchange,
): Promise<ResultWindow | StreamReply> {
  const { offset, limit, search = '', filters = [] } = request
  const sort = (request.sort?.split(',') ?? []).map((key) => ({
    column: columnIn(row, key.replace('-', '')),
    descending: key.startsWith('-'),
  }))
  for (const { column, time, group } of request.earlier ?? [])
    for (const index of [column, time, group]) if (index !== null) columnIn(row, String(index))
  const language = i18n.locale
  return part(ctx, row, ['window', ctx.viewer.kind === 'user', request, language], http, async () => {
    const { total, rows } = await ctx.results.window(storedResult(row), {
      offset,
      limit,
      sort,
      language,
      search,
      searchColumns: searchColumnsIn(row, request.search_columns),
      filters,
      isCountedLater: request.total === 'later',
      earlier: { values: request.earlier ?? [], timeZone: request.time_zone ?? 'UTC' },
    })
    return { result: presentInfo(ctx.viewer, row), offset, total, rows }
  })
}

/** The distinct values of a column of a result. */
export async function distinct(
  ctx: Context,
  row: ResultRow,
  request: DistinctQuery,
  http: HttpExchange,
): Promise<DistinctValues | StreamReply> {
  const { search = '', limit, order } = request
  const column = columnIn(row, String(request.column))
  return part(ctx, row, ['distinct', request], http, () =>
    ctx.results.distinct(storedResult(row), { column, search, limit, order }),
  )
}

/** The contents of a column of a result. */
export async function profile(
  ctx: Context,
  row: ResultRow,
  request: ProfileQuery,
  http: HttpExchange,
): Promise<ColumnProfile | StreamReply> {
  const { search = '', filters = [] } = request
  const column = columnIn(row, String(request.column))
  const searchColumns = searchColumnsIn(row, request.search_columns)
  return part(ctx, row, ['profile', request], http, () =>
    ctx.results.profile(storedResult(row), { column, search, searchColumns, filters }),
  )
}

/** Brief profiles of several columns of a result. */
export async function profiles(
  ctx: Context,
  row: ResultRow,
  request: ProfilesQuery,
  http: HttpExchange,
): Promise<BriefProfiles | StreamReply> {
  const { search = '', filters = [], time_zone: timeZone = 'UTC' } = request
  const columns = request.columns.split(',').map((index) => columnIn(row, index))
  const searchColumns = searchColumnsIn(row, request.search_columns)
  return part(ctx, row, ['profiles', request], http, () =>
    keptProfiles(ctx, storedResult(row), { columns, search, searchColumns, filters, timeZone }),
  )
}

/** Some columns of a result, thinned out for a chart. */
export async function columns(
  ctx: Context,
  row: ResultRow,
  request: z.output<typeof ColumnsQuery>,
  http: HttpExchange,
): Promise<ResultColumns | StreamReply> {
  const ask = {
    columns: request.columns.split(',').map((index) => columnIn(row, index)),
    limit: request.limit,
    extreme: request.extreme === undefined ? null : columnIn(row, String(request.extreme)),
    filters: request.filters ?? [],
  }
  return part(ctx, row, ['columns', request], http, () => ctx.results.columns(storedResult(row), ask))
}

/** The rows of a result in groups, for a chart. */
export async function groups(
  ctx: Context,
  row: ResultRow,
  request: z.output<typeof GroupsQuery>,
  http: HttpExchange,
): Promise<ResultGroups | StreamReply> {
  const { ask, search = '', filters = [] } = request
  const searchColumns = searchColumnsIn(row, request.search_columns)
  for (const index of [...ask.sets.flat(), ...ask.measures.flatMap(({ column }) => column ?? [])]) columnIn(row, String(index))
  return part(ctx, row, ['groups', request], http, () =>
    ctx.results.groups(storedResult(row), ask, filters, { search, searchColumns }),
  )
}

/**
 * Reads a part of a result, or sends 304: a part never changes either.
 * @param key everything that distinguishes it from other parts
 */
async function part<Part>(
  ctx: Context,
  row: ResultRow,
  key: unknown,
  http: HttpExchange,
  read: () => Promise<Part>,
): Promise<Part | StreamReply> {
  const tag = `W/"${row.id}.${createHash('sha256').update(JSON.stringify(key)).digest('base64url')}"`
  const answer = notModified(http, tag)
    ? { contentType: 'application/json', body: Readable.from([]) }
    : await readResult(ctx, row, read)
  http.header('ETag', tag)
  http.header('Cache-Control', REVALIDATED)
  return answer
}

const searchColumnsIn = (row: ResultRow, indexes: string | undefined): number[] | null =>
  indexes?.split(',').map((index) => columnIn(row, index)) ?? null

function columnIn(row: ResultRow, text: string): number {
  const index = Number(text)
  if (index < row.columns.length) return index
  throw noColumn(index, row.columns.length)
}

/**
 * Cache-Control of responses about one result. They never change, but the right to read them can end: browsers store them and
 * revalidate each time, which costs a response without a body.
 */
export const REVALIDATED = 'private, no-cache'

/**
 * Sets status 304 if the client already has this response. Tags are weak, because the response is the same however it is
 * compressed.
 * @param tag such as `W/"12.csv"`
 */
export function notModified(http: Pick<HttpExchange, 'headers' | 'status'>, tag: string): boolean {
  const known = http.headers['if-none-match']
  if (known === undefined) return false
  const isKnown = [known]
    .flat()
    .flatMap((line) => line.split(','))
    .some((one) => one.trim() === '*' || opaque(one.trim()) === opaque(tag))
  if (isKnown) http.status(304)
  return isKnown
}

const opaque = (tag: string) => tag.replace(/^W\//, '')
