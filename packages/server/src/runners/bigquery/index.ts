import { z } from 'zod'
import type { GoogleClient } from '../google/client.ts'
import { defineRunner, NO_DATA, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { runBound } from '../sql/bound-select.ts'
import { type BoundText, type ParameterSyntax, questionMarks } from '../sql/bound-text.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { type Row, rowsResult } from '../values/rows.ts'
import {
  BigqueryOptions,
  bigqueryClient,
  checkScanLimit,
  type Job,
  projectPath,
  startJob,
  stop,
  testConnection,
} from './jobs.ts'
import { readSchema } from './schema.ts'
import { cellOf, columnOf, Field } from './values.ts'

/** Google BigQuery (https://cloud.google.com/bigquery/docs/reference/rest). */
export default defineRunner({
  type: 'bigquery',
  name: 'BigQuery',
  gallery: { category: 'warehouse', aliases: ['google', 'gcp', 'big query'], isPopular: true },
  syntax: 'sql',
  dialect: 'bigquery',
  language: 'bigquery',
  textPassing: 'parameters_outside_lists',
  exploreDialect: 'bigquery',
  guide: 'bigquery',
  moduleUrl: import.meta.url,
  config: BigqueryOptions,
  run,
  stop,
  testConnection,
  getSchema: readSchema,
})

/** Milliseconds that BigQuery may hold a request until the job is complete. */
const PATIENCE = 10_000
const PAGE_ROWS = 10_000
/** As strings, which BigQuery converts to dates and times like literals, and unlike other strings. */
const parameters: ParameterSyntax = {
  ...questionMarks('bigquery', 10_000),
  hasParameters: (code) => /[?@]/.test(code),
}
/** The comment that says who runs a query. It defeats BigQuery's cache, which goes by the exact text. */
const ANNOTATION = /^\/\* Username: [^*]* \*\/ /

export async function run(
  annotated: string,
  { config, signal, onSession, bindsTexts }: RunContext<BigqueryOptions>,
): Promise<RunnerResult> {
  const text = config.useQueryAnnotation ? annotated : annotated.replace(ANNOTATION, '')
  let starting: Promise<Job> | undefined
  const stoppable = new StoppableRun(signal, async () => {
    if (starting) await stop(sessionOf(await starting), { config, signal: stopTimeout() })
  })
  const start = async (query: BoundText) => {
    const client = await bigqueryClient({ config, signal: stoppable.signal }, query.text)
    await checkScanLimit(client, query, config)
    starting = startJob(client, query, config)
    const job = await starting
    onSession?.(sessionOf(job))
    return resultOf(pages(client, job, config))
  }
  // The older dialect of SQL has no parameters.
  const syntax = bindsTexts && config.useStandardSql ? parameters : null
  return stoppable.result(() => runBound(text, syntax, signal, start))
}

const sessionOf = ({ id, location }: Job) => ({ job: id, location: location ?? '' })

const Page = z.object({
  jobComplete: z.boolean().default(true),
  schema: z.object({ fields: z.array(Field).default([]) }).optional(),
  rows: z.array(z.object({ f: z.array(z.object({ v: z.unknown() })) })).default([]),
  pageToken: z.string().optional(),
  totalBytesProcessed: z.coerce.number().optional(),
})
type Page = z.output<typeof Page>

async function* pages(
  client: GoogleClient,
  { id, location }: Job,
  config: BigqueryOptions,
): AsyncGenerator<Page, void, undefined> {
  const path = `${projectPath(config)}/queries/${encodeURIComponent(id)}`
  const query = { location, maxResults: PAGE_ROWS, timeoutMs: PATIENCE, 'formatOptions.useInt64Timestamp': true }
  for (let pageToken: string | undefined; ; ) {
    const page: Page = Page.parse(await client.send({ path, query: { ...query, pageToken } }))
    if (!page.jobComplete) continue
    yield page
    pageToken = page.pageToken
    if (pageToken === undefined) return
  }
}

async function resultOf(reading: AsyncGenerator<Page, void, undefined>): Promise<RunnerResult> {
  const { value: first } = await reading.next()
  const fields = first?.schema?.fields ?? []
  if (!first || fields.length === 0) throw new QueryError(NO_DATA)
  const rowsIn = ({ rows }: Page): Row[] => rows.map(({ f }) => fields.map((field, at) => cellOf(field, f[at]?.v)))
  const groups = async function* () {
    yield rowsIn(first)
    for await (const page of reading) yield rowsIn(page)
  }
  const metadata = () => ({ data_scanned: first.totalBytesProcessed ?? 0 })
  return rowsResult(fields.map(columnOf), groups(), { metadata })
}
