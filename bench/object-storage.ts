import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startObjectStorage } from '../packages/server/src/testing/object-storage.ts'
import { addDataSource, runQuery } from './executions.ts'
import { inTurn, median, type Row, time } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const ROWS = 1_000_000
const ROUNDS = 40
const COLD_ROUNDS = 5
const TEXT = `select i, md5(i::varchar) as hash, i / 7.0 as number from range(${ROWS}) as t(i)`

/** Measures reading a stored result in object storage, with and without its local copy, against one in a folder. */
export async function benchObjectStorage(): Promise<Row[]> {
  const storage = await startObjectStorage()
  const inFolder = await startProduct()
  const inBucket = await startProduct(mkdtempSync(join(tmpdir(), 'sightline-bench-')), {
    SIGHTLINE_RESULTS_URL: await storage.bucket('bench'),
    SIGHTLINE_RESULTS_ACCESS_KEY: storage.keys.accessKey,
    SIGHTLINE_RESULTS_SECRET_KEY: storage.keys.secretKey,
  })
  try {
    const [bucket, folder] = [await storedIn(inBucket), await storedIn(inFolder)]
    const { ours, raw } = await inTurn(ROUNDS, bucket.read, folder.read)
    const cold: number[] = []
    for (let round = 0; round < COLD_ROUNDS; round++) {
      rmSync(join(inBucket.dataDir, 'cache'), { recursive: true, force: true })
      cold.push(await time(bucket.read))
    }
    return [
      {
        name: `100 rows of a result in object storage with its local copy (${ours.toFixed(1)} ms against ${raw.toFixed(1)} ms)`,
        value: ours / raw,
        unit: 'x',
        against: 'the same result in a folder',
        goal: 1.2,
      },
      {
        name: `100 rows of a result of ${bucket.megabytes} MB in object storage without its local copy, Swift on this machine`,
        value: median(cold),
        unit: 'ms',
        against: null,
        goal: null,
      },
    ]
  } finally {
    await inBucket.stop()
    await inFolder.stop()
    await storage.stop()
  }
}

/** Stores a result; each read of it asks for other rows, so that none is answered from memory. */
async function storedIn(product: Product) {
  const source = await addDataSource(product, 'duckdb', { dbpath: ':memory:' })
  const { window } = await runQuery(product, source, TEXT)
  const { id } = window.result
  let offset = 0
  const read = () => {
    offset += 1_000
    return product.get(`/api/query_results/${id}/window?offset=${offset}&limit=100`)
  }
  await read()
  const { results } = await product.get<{ results: { size: number }[] }>('/api/admin/clean_up/results')
  return { read, megabytes: Math.round((results[0]?.size ?? 0) / 1024 / 1024) }
}
