import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { ParameterDefinition } from '@sightline/contract/queries.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Product } from './product.ts'

/** Adds a data source and returns its id. */
export async function addDataSource(product: Product, type: string, options: Record<string, unknown>): Promise<number> {
  const source = await product.post<{ id: number }>('/api/data_sources', { name: `${type} for the benchmark`, type, options })
  return source.id
}

/** Options of a run besides its text. */
interface RunOptions {
  /** For data sources with several dialects; their default when omitted. */
  dialect?: string
  parameters?: Record<string, string>
  parameter_definitions?: readonly ParameterDefinition[]
}

/**
 * Runs a query as the web app does: one request that waits for the result, then the job's events if that takes too long.
 * @returns the first window of rows, and the milliseconds until the first rows arrived
 */
export async function runQuery(
  product: Product,
  dataSourceId: number,
  query: string,
  options: RunOptions = {},
): Promise<{ window: ResultWindow; firstRows: number | null }> {
  const started = performance.now()
  let firstRows: number | null = null
  const { job, window } = await product.post<{ job: Job; window?: ResultWindow }>('/api/query_results', {
    data_source_id: dataSourceId,
    query,
    ...options,
    max_age: 0,
    wait: 500,
    wait_until: 'first_rows',
  })
  if (job.status === JobStatus.failed) throw new Error(job.error)
  if (window) return { window, firstRows: performance.now() - started }
  for await (const event of jobEvents(product, job.id)) {
    if (event.type === 'rows') firstRows ??= performance.now() - started
    if (event.type !== 'end') continue
    if (event.job.status === JobStatus.failed) throw new Error(event.job.error)
    return {
      window: await product.get<ResultWindow>(`/api/query_results/${event.job.query_result_id}/window?limit=100`),
      firstRows,
    }
  }
  throw new Error('The events ended before the job did.')
}

async function* jobEvents(
  product: Product,
  id: string,
): AsyncGenerator<{ type: 'state' | 'rows' } | { type: 'end'; job: Job }> {
  const response = await fetch(`${product.url}/api/jobs/${id}/events`, { headers: product.headers })
  if (!response.ok || response.body === null) throw new Error(`Events answered ${response.status}.`)
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const data = message.split('\n').find((line) => line.startsWith('data: '))
      if (data) yield JSON.parse(data.slice('data: '.length))
    }
  }
}
