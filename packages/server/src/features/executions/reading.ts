import { Readable } from 'node:stream'
import type { ColumnsQuery, ResultColumns, ResultWindow, WindowQuery } from '@sightline/contract/executions.ts'
import type { z } from 'zod'
import { authorize } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import type { HttpExchange, StreamReply } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Encoding, encodings, type TextFormats } from '../../platform/results/results.ts'
import * as queries from '../queries/service.ts'
import { readSettings } from '../settings/service.ts'
import { contentDisposition, fileName } from './file-name.ts'
import { resultJson } from './json.ts'
import { presentInfo, storedResult } from './present.ts'
import * as store from './store.ts'

const contentTypes: Record<Encoding, string> = {
  json: 'application/json',
  csv: 'text/csv; charset=UTF-8',
  tsv: 'text/tab-separated-values; charset=UTF-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
}

/** A stored result as a file, for those with access to its data source. */
export async function result(ctx: Context, id: number, type: string, http: HttpExchange): Promise<StreamReply> {
  const encoding = readEncoding(type)
  const row = await mustRead(ctx, id)
  return download(ctx, row, { encoding, name: '', id, isLatest: false }, http)
}

/** The latest result of a query as a file. */
export async function latest(ctx: Context, queryId: number, type: string, http: HttpExchange): Promise<StreamReply> {
  const encoding = readEncoding(type)
  const { query } = await queries.mustSee(ctx, queryId)
  const found = query.latest_query_data_id === null ? undefined : await store.findResult(ctx.db, query.latest_query_data_id)
  // What the query showed before its text changed is not for those who can see neither text.
  const isOutdated = ctx.viewer.kind === 'key' && found?.result.query_hash !== query.query_hash
  if (!found || isOutdated) throw new AppError('no_cached_result')
  authorize(ctx.viewer, 'result.view', found)
  return download(ctx, found.result, { encoding, name: query.name, id: queryId, isLatest: true }, http)
}

/** A certain result under the name of a query. The holder of the query's key gets only results that are the query's. */
export async function resultOfQuery(
  ctx: Context,
  queryId: number,
  id: number,
  type: string,
  http: HttpExchange,
): Promise<StreamReply> {
  const encoding = readEncoding(type)
  const { query } = await queries.mustSee(ctx, queryId)
  const row = await mustRead(ctx, id)
  const isOwn =
    ctx.viewer.kind === 'user' ||
    (row.query_hash === query.query_hash && row.data_source_id === query.data_source_id) ||
    (await store.wasMadeFor(ctx.db, id, queryId))
  if (!isOwn) throw new AppError('not_found')
  return download(ctx, row, { encoding, name: query.name, id: queryId, isLatest: false }, http)
}

/** Some rows of a result, sorted and searched. */
export async function window(ctx: Context, id: number, asked: WindowQuery): Promise<ResultWindow> {
  const row = await mustRead(ctx, id)
  const { offset, limit, search = '' } = asked
  const sort = (asked.sort?.split(',') ?? []).map((key) => ({
    column: columnIn(row, key.replace('-', '')),
    descending: key.startsWith('-'),
  }))
  const { total, rows } = await ctx.results.window(storedResult(row), { offset, limit, sort, search })
  return { result: presentInfo(row), offset, total, rows }
}

/** Some columns of a result, thinned for drawing. */
export async function columns(ctx: Context, id: number, asked: z.output<typeof ColumnsQuery>): Promise<ResultColumns> {
  const row = await mustRead(ctx, id)
  return ctx.results.columns(storedResult(row), {
    columns: asked.columns.split(',').map((index) => columnIn(row, index)),
    limit: asked.limit,
    extreme: asked.extreme === undefined ? null : columnIn(row, String(asked.extreme)),
  })
}

function columnIn(row: store.ResultRow, text: string): number {
  const index = Number(text)
  if (index < row.columns.length) return index
  throw new AppError('invalid_input', { reason: `Column ${index} does not exist; the result has ${row.columns.length}.` })
}

async function mustRead(ctx: Context, id: number): Promise<store.ResultRow> {
  const found = await store.findResult(ctx.db, id)
  if (!found) throw new AppError('not_found')
  authorize(ctx.viewer, 'result.view', found)
  return found.result
}

interface Download {
  encoding: Encoding
  /** Of the query; '' for a result by itself. */
  name: string
  /** Names the file where `name` does not. */
  id: number
  /** The address names no result, so the next answer may be another. */
  isLatest: boolean
}

/** A result never changes: whoever has it already is told so. Only what is written in the organization's formats may. */
async function download(ctx: Context, row: store.ResultRow, file: Download, http: HttpExchange): Promise<StreamReply> {
  const { encoding } = file
  const formats = encoding === 'csv' || encoding === 'tsv' ? await textFormats(ctx) : null
  const tag = `"${row.id}.${encoding}${formats ? `.${Buffer.from(`${formats.date} ${formats.time}`).toString('base64url')}` : ''}"`
  const headers = {
    ETag: tag,
    'Cache-Control': file.isLatest ? 'private, no-cache' : 'private,max-age=31557600',
    'Content-Disposition': contentDisposition(fileName(file.name, file.id, row.retrieved_at, encoding)),
  }
  const contentType = contentTypes[encoding]
  if (hasTag(http.headers['if-none-match'], tag)) {
    http.status(304)
    return { contentType, headers, body: Readable.from([]) }
  }
  const body =
    encoding === 'json'
      ? resultJson(ctx.results, row, 'full')
      : await ctx.results.encode(storedResult(row), encoding, formats ?? (await textFormats(ctx)))
  return { contentType, headers, body }
}

async function textFormats(ctx: Context): Promise<TextFormats> {
  const { date_format, time_format } = await readSettings(ctx)
  return { date: date_format, time: time_format }
}

/** Weak tags count as well: compression on the way makes them of ours. */
function hasTag(header: string | string[] | undefined, tag: string): boolean {
  return [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .some((known) => known.trim().replace(/^W\//, '') === tag)
}

function readEncoding(type: string): Encoding {
  const encoding = encodings.find((known) => known === type)
  if (!encoding) throw new AppError('result_type_unknown', { type })
  return encoding
}
