import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addDataSource, runQuery } from './executions.ts'
import { answersPerSecond } from './load.ts'
import { median, type Row } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const CONNECTIONS = 32
const ROUND_MS = 3000
const ROUNDS = 5
const ROWS = 1000

/** Measures a cached read while traces and metrics are sent, against the same read without them. */
export async function benchTracing(): Promise<Row[]> {
  const collector = createServer((request, response) => request.resume().once('end', () => response.end()))
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const plain = await startProduct()
  const traced = await startProduct(undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  try {
    const [without, sending] = [await readsOf(plain), await readsOf(traced)]
    const rates = { without: [] as number[], sending: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      rates.without.push(await without())
      rates.sending.push(await sending())
    }
    const [off, on] = [median(rates.without), median(rates.sending)]
    return [
      {
        name: `GET of a stored result with OpenTelemetry, ${CONNECTIONS} callers (${Math.round(on)} a second against ${Math.round(off)})`,
        value: off / on,
        unit: 'x',
        against: 'the same without it',
        goal: null,
      },
    ]
  } finally {
    await Promise.all([plain.stop(), traced.stop()])
    collector.close()
  }
}

/** Stores a result, and reads it once. @returns reads it for one round, in responses per second */
async function readsOf(product: Product): Promise<() => Promise<number>> {
  const id = await addDataSource(product, 'duckdb', { dbpath: ':memory:' })
  const { window } = await runQuery(product, id, `SELECT i AS id, 'text of row ' || i AS text FROM range(${ROWS}) r(i)`)
  const { headers } = product
  const shot = { method: 'GET', path: `/api/query_results/${window.result.id}`, headers } as const
  const read = () => answersPerSecond(product.url, shot, CONNECTIONS, ROUND_MS)
  await read()
  return read
}
