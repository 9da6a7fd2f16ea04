import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type {
  ColumnsQuery,
  DistinctQuery,
  DistinctValues,
  GroupsQuery,
  ResultColumns,
  ResultGroups,
  ResultWindow,
  WindowQuery,
} from '@sightline/contract/results.ts'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { HttpExchange, StreamReply } from '../../../platform/http/app.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { notModified, REVALIDATED } from '../caching.ts'
import { presentInfo, storedResult } from '../present.ts'
import * as store from '../store.ts'
import { mustView } from './access.ts'
import { reading } from './integrity.ts'

/** Some rows of a result, sorted, searched and filtered. */
export async function window(
  ctx: Context,
  id: number,
  asked: WindowQuery,
  http: HttpExchange,
): Promise<ResultWindow | StreamReply> {
  const row = await mustRead(ctx, id)
  const { offset, limit, search = '', filters = [] } = asked
  const sort = (asked.sort?.split(',') ?? []).map((key) => ({
    column: columnIn(row, key.replace('-', '')),
    descending: key.startsWith('-'),
  }))
  return part(ctx, row, ['window', asked], http, async () => {
    const { total, rows } = await ctx.results.window(storedResult(row), {
      offset,
      limit,
      sort,
      search,
      searchColumns: asked.search_columns?.split(',').map((index) => columnIn(row, index)) ?? null,
      filters,
      isCountedLater: asked.total === 'later',
    })
    return { result: presentInfo(row), offset, total, rows }
  })
}

/** The different values of a column of a result. */
export async function distinct(
  ctx: Context,
  id: number,
  asked: DistinctQuery,
  http: HttpExchange,
): Promise<DistinctValues | StreamReply> {
  const row = await mustRead(ctx, id)
  const { search = '', limit, order } = asked
  const column = columnIn(row, String(asked.column))
  return part(ctx, row, ['distinct', asked], http, () =>
    ctx.results.distinct(storedResult(row), { column, search, limit, order }),
  )
}

/** Some columns of a result, thinned for drawing. */
export async function columns(
  ctx: Context,
  id: number,
  asked: z.output<typeof ColumnsQuery>,
  http: HttpExchange,
): Promise<ResultColumns | StreamReply> {
  const row = await mustRead(ctx, id)
  const ask = {
    columns: asked.columns.split(',').map((index) => columnIn(row, index)),
    limit: asked.limit,
    extreme: asked.extreme === undefined ? null : columnIn(row, String(asked.extreme)),
    filters: asked.filters ?? [],
  }
  return part(ctx, row, ['columns', asked], http, () => ctx.results.columns(storedResult(row), ask))
}

/** The rows of a result in groups, for drawing. */
export async function groups(
  ctx: Context,
  id: number,
  asked: z.output<typeof GroupsQuery>,
  http: HttpExchange,
): Promise<ResultGroups | StreamReply> {
  const row = await mustRead(ctx, id)
  const { ask, filters = [] } = asked
  for (const index of [...ask.sets.flat(), ...ask.measures.flatMap(({ column }) => column ?? [])]) columnIn(row, String(index))
  return part(ctx, row, ['groups', asked], http, () => ctx.results.groups(storedResult(row), ask, filters))
}

/** @throws AppError when there is no such result, or the caller may not see it */
export async function mustRead(ctx: Context, id: number): Promise<store.ResultRow> {
  const found = await store.findResult(ctx.db, id)
  if (!found) throw new AppError('not_found')
  await mustView(ctx, found)
  return found.result
}

/** A part of a result never changes either. @param question everything that tells it from other parts */
async function part<Part>(
  ctx: Context,
  row: store.ResultRow,
  question: unknown,
  http: HttpExchange,
  read: () => Promise<Part>,
): Promise<Part | StreamReply> {
  const tag = `W/"${row.id}.${createHash('sha256').update(JSON.stringify(question)).digest('base64url')}"`
  const answer = notModified(http, tag)
    ? { contentType: 'application/json', body: Readable.from([]) }
    : await reading(ctx, row, read)
  http.header('ETag', tag)
  http.header('Cache-Control', REVALIDATED)
  return answer
}

function columnIn(row: store.ResultRow, text: string): number {
  const index = Number(text)
  if (index < row.columns.length) return index
  throw new AppError('invalid_input', { reason: `Column ${index} does not exist; the result has ${row.columns.length}.` })
}
