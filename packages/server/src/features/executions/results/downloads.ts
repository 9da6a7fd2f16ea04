import { Readable } from 'node:stream'
import type { DownloadQuery } from '@sightline/contract/results.ts'
import type { Context } from '../../../platform/context.ts'
import type { HttpExchange, StreamReply } from '../../../platform/http/app.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { type Encoding, encodings, type TextFormats } from '../../../platform/results/results.ts'
import * as events from '../../events/service.ts'
import * as queries from '../../queries/service.ts'
import { readSettings } from '../../settings/service.ts'
import { notModified, REVALIDATED } from '../caching.ts'
import { contentDisposition, fileName } from '../file-name.ts'
import { jsonAnswer } from '../json.ts'
import { storedResult } from '../present.ts'
import * as store from '../store.ts'
import { mustView } from './access.ts'
import { cachedBody, reading, readingOn } from './integrity.ts'
import { mustRead } from './read.ts'

const contentTypes: Record<Encoding, string> = {
  json: 'application/json',
  csv: 'text/csv; charset=UTF-8',
  tsv: 'text/tab-separated-values; charset=UTF-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
}

/** The kind of file that is asked for. */
export interface Wanted extends DownloadQuery {
  type: string
}

/** A stored result as a file, for those with access to every data source that it was read from. */
export async function result(ctx: Context, id: number, wanted: Wanted, http: HttpExchange): Promise<StreamReply> {
  const format = readFormat(wanted)
  const row = await mustRead(ctx, id)
  return download(ctx, row, { ...format, name: '', id }, http)
}

/** The latest result of a query as a file. */
export async function latest(ctx: Context, queryId: number, wanted: Wanted, http: HttpExchange): Promise<StreamReply> {
  const format = readFormat(wanted)
  const { query } = await queries.mustSee(ctx, queryId)
  const found = query.latest_query_data_id === null ? undefined : await store.findResult(ctx.db, query.latest_query_data_id)
  // What the query showed before its text changed is not for those who can see neither text.
  const isOutdated = ctx.viewer.kind === 'key' && found?.result.query_hash !== query.query_hash
  if (!found || isOutdated) throw new AppError('no_cached_result')
  await mustView(ctx, found)
  await noteKeyUse(ctx, queryId)
  return download(ctx, found.result, { ...format, name: query.name, id: queryId }, http)
}

/** A certain result under the name of a query. The holder of the query's key gets only results that are the query's. */
export async function resultOfQuery(
  ctx: Context,
  queryId: number,
  id: number,
  wanted: Wanted,
  http: HttpExchange,
): Promise<StreamReply> {
  const format = readFormat(wanted)
  const { query } = await queries.mustSee(ctx, queryId)
  const row = await mustRead(ctx, id)
  const isOwn =
    ctx.viewer.kind === 'user' ||
    (row.query_hash === query.query_hash && row.data_source_id === query.data_source_id) ||
    (await store.wasMadeFor(ctx.db, id, queryId))
  if (!isOwn) throw new AppError('not_found')
  await noteKeyUse(ctx, queryId)
  return download(ctx, row, { ...format, name: query.name, id: queryId }, http)
}

/** Which keys are in use can be read from the events, as on the wire. */
async function noteKeyUse(ctx: Context, queryId: number): Promise<void> {
  if (ctx.viewer.kind !== 'key') return
  const used = { action: 'api_get', object_type: 'query', object_id: queryId }
  await events.record(ctx, [used])
}

interface Format {
  encoding: Encoding
  isForExcel: boolean
}

interface Download extends Format {
  /** Of the query; '' for a result by itself. */
  name: string
  /** Names the file where `name` does not. */
  id: number
}

/** A result never changes: whoever has it already is told so. Only what is written in the organization's formats may. */
async function download(ctx: Context, row: store.ResultRow, file: Download, http: HttpExchange): Promise<StreamReply> {
  const { name, open } = await contentOf(ctx, row, file)
  const contentType = contentTypes[file.encoding]
  const headers = {
    ETag: `W/"${row.id}.${name}"`,
    'Cache-Control': REVALIDATED,
    'Content-Disposition': contentDisposition(fileName(file.name, file.id, row.retrieved_at, file.encoding)),
  }
  if (notModified(http, headers.ETag)) return { contentType, headers, body: Readable.from([]) }
  const { body, length } = await open(http.isHead)
  return { contentType, headers: length === null ? headers : { ...headers, 'Content-Length': String(length) }, body }
}

interface Content {
  /** Tells it from all else that is made of this result. */
  name: string
  /** @param isHead nobody will read the body: only what would fail must fail */
  open(isHead: boolean): Promise<{ body: StreamReply['body']; length: number | null }>
}

async function contentOf(ctx: Context, row: store.ResultRow, { encoding, isForExcel }: Format): Promise<Content> {
  const stored = storedResult(row)
  /** Texts are made only for those who read them. */
  const text = (name: string, make: () => Promise<StreamReply['body']>): Content => ({
    name,
    async open(isHead) {
      if (!isHead) return { body: await make(), length: null }
      await reading(ctx, row, () => ctx.results.check(stored))
      return { body: Readable.from([]), length: null }
    },
  })
  if (encoding === 'json') {
    const detail = ctx.viewer.kind === 'user' ? 'full' : 'textless'
    return text(detail === 'full' ? encoding : `${encoding}.${detail}`, () => jsonAnswer(ctx, row, detail))
  }
  if (encoding === 'parquet')
    return {
      name: encoding,
      async open() {
        const { body, length } = await reading(ctx, row, () => ctx.results.parquet(stored))
        return { body: readingOn(ctx, row, body), length }
      },
    }
  const formats = await textFormats(ctx)
  const written = Buffer.from(`${formats.date} ${formats.time}`).toString('base64url')
  if (encoding === 'xlsx')
    return {
      name: `${encoding}.${written}`,
      async open() {
        const body = await reading(ctx, row, () => ctx.results.workbook(stored, formats))
        return { body: readingOn(ctx, row, body), length: null }
      },
    }
  const name = `${encoding}.${isForExcel ? 'excel.' : ''}${written}`
  return text(name, () => cachedBody(ctx, row, name, () => ctx.results.delimited(stored, encoding, formats, isForExcel)))
}

async function textFormats(ctx: Context): Promise<TextFormats> {
  const { date_format, time_format } = await readSettings(ctx)
  return { date: date_format, time: time_format }
}

function readFormat({ type, excel = false }: Wanted): Format {
  const encoding = encodings.find((known) => known === type)
  if (!encoding) throw new AppError('result_type_unknown', { type })
  if (excel && encoding !== 'csv' && encoding !== 'tsv')
    throw new AppError('invalid_input', { reason: `The option "excel" is for csv and tsv, and not for ${encoding}.` })
  return { encoding, isForExcel: excel }
}
