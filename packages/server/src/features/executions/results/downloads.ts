import { Readable } from 'node:stream'
import type { DownloadQuery } from '@sightline/contract/results.ts'
import type { OrganizationSettings } from '@sightline/contract/settings.ts'
import { isTimeZone, notATimeZone } from '@sightline/domain/format/time-zone.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { memoized } from '@sightline/domain/memoized.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { splitDialect } from '@sightline/domain/query-dialect.ts'
import type { Context } from '../../../platform/context.ts'
import type { HttpExchange, StreamReply, WholeBody } from '../../../platform/http/app.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { contentDisposition, fileName } from '../../../platform/http/file-name.ts'
import {
  type ChosenValues,
  type Encoding,
  encodings,
  type FileValues,
  type Results,
} from '../../../platform/results/results.ts'
import { wireTime } from '../../../platform/wire-time.ts'
import * as queries from '../../queries/service.ts'
import { calendarOf, readSettings } from '../../settings/service.ts'
import { presentColumn, storedResult } from '../present.ts'
import * as store from '../store.ts'
import type { ResultRow } from '../tables.ts'
import { mustReadOfQuery, type QueryResultRequest } from './of-query.ts'
import { notModified, REVALIDATED } from './read.ts'
import { cachedBody, FULL_JSON, mustRead, mustView, readResult, watchStream } from './service.ts'

const contentTypes: Record<Encoding, string> = {
  json: 'application/json',
  csv: 'text/csv; charset=UTF-8',
  tsv: 'text/tab-separated-values; charset=UTF-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
}

/** The requested kind of file. */
export interface DownloadRequest extends DownloadQuery {
  type: string
}

/** A stored result as a file, for callers with access to every data source that it was read from. */
export async function result(ctx: Context, id: number, request: DownloadRequest, http: HttpExchange): Promise<StreamReply> {
  const format = readFormat(request)
  // Read at once, as both may wait for the same question to the database.
  const [row, settings] = await Promise.all([mustRead(ctx, id), readSettings(ctx)])
  return download(ctx, row, { ...format, settings, name: '', id }, http)
}

/** The latest result of a query as a file. */
export async function latest(
  ctx: Context,
  queryId: number,
  request: DownloadRequest,
  http: HttpExchange,
): Promise<StreamReply> {
  const format = readFormat(request)
  const { query } = await queries.mustSee(ctx, queryId)
  const found = query.latest_query_data_id === null ? undefined : await store.findResult(ctx.db, query.latest_query_data_id)
  // A result of the query's earlier text is not for callers who see neither text.
  const isOutdated = ctx.viewer.kind === 'key' && found?.result.query_hash !== query.query_hash
  if (!found || isOutdated) throw new AppError('no_cached_result')
  const [settings] = await Promise.all([readSettings(ctx), mustView(ctx, found)])
  return download(ctx, found.result, { ...format, settings, name: query.name, id: queryId }, http)
}

/** A certain result under the name of a query. The holder of the query's key gets only results of this query. */
export async function resultOfQuery(
  ctx: Context,
  wanted: QueryResultRequest,
  { parameters, ...request }: DownloadRequest & { parameters?: Values | undefined },
  http: HttpExchange,
): Promise<StreamReply> {
  const format = readFormat(request)
  // Public dashboards offer no downloads.
  if (ctx.viewer.kind === 'token') throw new AppError('forbidden')
  const [{ query, row }, settings] = await Promise.all([
    mustReadOfQuery(ctx, wanted, parameters, http.signal),
    readSettings(ctx),
  ])
  return download(ctx, row, { ...format, settings, name: query.name, id: query.id }, http)
}

interface Format {
  encoding: Encoding
  isForExcel: boolean
  /** `wire` writes the file of the Redash API. */
  form: FileValues['form']
  /** Null for the organization's. */
  timeZone: string | null
}

interface Download extends Format {
  settings: OrganizationSettings
  /** Name of the query; '' for a result by itself. */
  name: string
  /** Names the file if `name` is empty. */
  id: number
}

/**
 * Sends the file, or 304 if the client already has it. A result never changes; only the organization's formats for dates may.
 */
async function download(ctx: Context, row: ResultRow, file: Download, http: HttpExchange): Promise<StreamReply> {
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
  /** Distinguishes this content from others made from the same result. */
  name: string
  /** @param isHead no one reads the body, so it is only checked that the content could be read */
  open(isHead: boolean): Promise<{ body: StreamReply['body']; length: number | null }>
}

async function contentOf(ctx: Context, row: ResultRow, file: Download): Promise<Content> {
  const { encoding, isForExcel } = file
  const stored = storedResult(row)
  /** A text format, which is only encoded if the body is read. */
  const text = (name: string, make: () => Promise<StreamReply['body']>): Content => ({
    name,
    async open(isHead) {
      if (!isHead) return { body: await make(), length: null }
      await readResult(ctx, row, () => ctx.results.check(stored))
      return { body: Readable.from([]), length: null }
    },
  })
  if (encoding === 'parquet')
    return {
      name: encoding,
      async open() {
        const { body, length } = await readResult(ctx, row, () => ctx.results.parquet(stored))
        return { body: watchStream(ctx, row, body), length }
      },
    }
  const written = writtenValues(file)
  const { values } = written
  if (encoding === 'json') {
    const detail = ctx.viewer.kind === 'user' ? 'full' : 'textless'
    const chosen = values.form === 'wire' ? null : { values, name: written.name }
    const whole = detail === 'full' ? encoding : `${encoding}.${detail}`
    return text(chosen === null ? whole : `${whole}.${chosen.name}`, () => jsonAnswer(ctx, row, detail, chosen))
  }
  if (encoding === 'xlsx')
    return {
      name: `${encoding}.${written.name}`,
      async open() {
        const body = await readResult(ctx, row, () => ctx.results.workbook(stored, values))
        return { body: watchStream(ctx, row, body), length: null }
      },
    }
  const name = `${encoding}.${isForExcel ? 'excel.' : ''}${written.name}`
  return text(name, () => cachedBody(ctx, row, name, () => ctx.results.delimited(stored, encoding, values, isForExcel)))
}

/** How a file writes its values. */
interface WrittenValues {
  values: FileValues
  /** Distinguishes the file from others of the same type and result. */
  name: string
}

function writtenValues({ settings, form, timeZone: wanted }: Pick<Download, 'settings' | 'form' | 'timeZone'>): WrittenValues {
  const formats = { date: settings.date_format, time: settings.time_format }
  const formatsName = `${formats.date} ${formats.time}`
  const timeZone = wanted ?? calendarOf(settings).timeZone
  switch (form) {
    case 'wire':
      return { values: { form, formats }, name: encodedName(formatsName) }
    case 'displayed':
      return { values: { form, formats, timeZone }, name: `${form}.${encodedName(`${formatsName} ${timeZone}`)}` }
    case 'exact':
      return { values: { form, timeZone }, name: `${form}.${encodedName(timeZone)}` }
  }
}

/** The formats of the organization, and the time zones that its members use. */
const MAX_NAMES = 1000

/** Any text in characters that an ETag may contain. */
const encodedName = memoized((text: string) => Buffer.from(text).toString('base64url'), MAX_NAMES)

/** @throws AppError for an unknown type, and for options that do not fit it */
function readFormat({ type, excel = false, values, time_zone: timeZone }: DownloadRequest): Format {
  const encoding = encodings.find((known) => known === type)
  if (!encoding) throw new AppError('result_type_unknown', { type })
  const refuse = (reason: string) => new AppError('invalid_input', { reason })
  if (excel && encoding !== 'csv' && encoding !== 'tsv')
    throw refuse(i18n._('The option "excel" is for csv and tsv, and not for {encoding}.', { encoding }))
  if (values === 'displayed' && encoding === 'parquet')
    throw refuse(i18n._('A Parquet file always has exact values: the option "values" cannot be "displayed".'))
  if (timeZone !== undefined && values === undefined) throw refuse(i18n._('The option "time_zone" needs the option "values".'))
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw refuse(notATimeZone(timeZone))
  return { encoding, isForExcel: excel, form: values ?? 'wire', timeZone: timeZone ?? null }
}

/**
 * How much of a result the JSON contains: everything; everything but the query text, which callers with a key may not read; or
 * only the data and its time, which is what they get from a run.
 */
export type JsonDetail = 'full' | 'textless' | 'data'

/**
 * `{"query_result": {…}}` as in the Redash API. Small results are encoded once and cached, large ones are streamed while their
 * rows are read.
 * @param written null for the values of the Redash API
 */
export function jsonAnswer(
  ctx: Context,
  row: ResultRow,
  detail: JsonDetail,
  written: { values: ChosenValues; name: string } | null = null,
): Promise<WholeBody | Readable> {
  const name = detail === 'full' ? FULL_JSON : `json.${detail}`
  return cachedBody(ctx, row, written === null ? name : `${name}.${written.name}`, () =>
    Readable.from(pieces(ctx.results, row, detail, written?.values ?? null), { objectMode: false }),
  )
}

async function* pieces(
  results: Results,
  row: ResultRow,
  detail: JsonDetail,
  values: ChosenValues | null,
): AsyncGenerator<string | Buffer> {
  const { id, query_hash, data_source_id, runtime, metadata, log, truncated } = row
  const before = detail === 'data' ? {} : { id, query_hash, query: detail === 'full' ? splitDialect(row.query).text : '' }
  const after = { ...(detail === 'data' ? {} : { data_source_id, runtime }), retrieved_at: wireTime(row.retrieved_at) }
  const facts = {
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    ...(log.length > 0 ? { log } : {}),
    ...(truncated === null ? {} : { truncated: true }),
  }
  const opening = members(before)
  // Sent after the first rows were read: until then a failure can still become an error response.
  let head = `{"query_result":{${opening}${opening && ','}"data":{"columns":${JSON.stringify(row.columns.map(presentColumn))},"rows":`
  for await (const chunk of results.jsonRows(storedResult(row), values)) {
    if (head !== '') yield head
    head = ''
    yield chunk
  }
  const closing = members(facts)
  yield `${closing && ','}${closing}},${members(after)}}}`
}

/** The JSON members of an object, without its braces. */
const members = (object: Record<string, unknown>) => JSON.stringify(object).slice(1, -1)
