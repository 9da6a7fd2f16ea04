import { rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Installation } from '@sightline/contract/status.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../platform/http/errors.ts'
import { downloadUrls, useAnalyst } from '../../../testing/analyst.ts'
import { buildQuery } from '../../../testing/builders.ts'
import { type FaultyHttpProxy, s3Error, startFaultyHttpProxy } from '../../../testing/http-proxy.ts'
import { type ObjectStorage, startObjectStorage } from '../../../testing/object-storage.ts'
import { removeOrphans } from './retention.ts'

let storage: ObjectStorage
let proxy: FaultyHttpProxy
let resultsUrl: string
beforeAll(async () => {
  storage = await startObjectStorage()
  proxy = await startFaultyHttpProxy(storage.port)
  resultsUrl = await storage.bucket('product', proxy.port)
})
afterAll(async () => {
  await proxy?.close()
  await storage?.stop()
})
afterEach(() => {
  proxy.fault = () => null
})
const here = useAnalyst(() => ({ config: { resultsUrl, resultsKeys: storage.keys } }))

/** Removes the local copies, as an operator may who needs room. */
const emptyCache = () => rmSync(join(here.server.services.config.dataDir, 'cache'), { recursive: true, force: true })

/** A stored result with no local copy. */
async function remote(text: string) {
  const one = await here.stored(text)
  const { name } = await here.fileOf(one.id)
  emptyCache()
  return { ...one, name, csv: downloadUrls(one, 'csv')[0] ?? '' }
}

describe('a result in object storage', () => {
  it('is shown and downloaded with and without its local copy (OPEN-294)', async () => {
    const { id, csv } = await remote('select i as n from range(3) as t(i)')
    for (const _ of ['downloaded', 'copied']) {
      expect(await (await here.ada.fetch(csv)).text()).toBe('n\r\n0\r\n1\r\n2\r\n')
      expect(await here.ada.get(`/api/query_results/${id}/window`)).toMatchObject({
        status: 200,
        body: { rows: [[0], [1], [2]] },
      })
    }
  })

  it('that is missing or damaged is reported like a lost file (OPEN-295)', async () => {
    const { services } = here.server
    const missing = await remote('select 1 as missing')
    await services.files.remove(missing.name)
    expect(await here.ada.get(missing.csv)).toMatchObject({
      status: 404,
      body: { message: 'Cached query result unavailable, please execute again.' },
    })
    const damaged = await remote('select 1 as damaged')
    const path = join(await services.files.tempDir(), 'file')
    await writeFile(path, 'something else')
    await services.files.put(damaged.name, path)
    expect(await here.ada.get(damaged.csv)).toMatchObject({
      status: 500,
      body: { message: 'The stored result cannot be read. Please execute the query again.' },
    })
  })

  it('without a row is removed when nobody can be writing it any more (OPEN-295)', async () => {
    const { services } = here.server
    const { name } = await remote('select 1 as known')
    const path = join(await services.files.tempDir(), 'file')
    await writeFile(path, 'left by a process that was killed')
    await services.files.put('results/left.parquet', path)
    await removeOrphans(services)
    expect(await services.files.has('results/left.parquet')).toBe(true)
    await removeOrphans({ ...services, now: () => new Date(Date.now() + 2 * 3_600_000) })
    expect(await services.files.has('results/left.parquet')).toBe(false)
    expect(await services.files.has(name)).toBe(true)
  })
})

describe('while the object storage refuses to work', () => {
  const SENTENCE = 'The access keys have no right to use the bucket of results. Ask an admin, and try again.'
  const refuse = () => {
    proxy.fault = () => s3Error(403, 'AccessDenied')
  }

  it('runs and downloads say so in one sentence, and nothing is published (OPEN-295)', async () => {
    const { csv } = await remote('select 1 as before')
    const query = await buildQuery(here.ada, { data_source_id: here.source, query: 'select 2 as during' })
    refuse()
    expect(await here.ada.get(csv)).toMatchObject({ status: 503, body: { message: SENTENCE } })
    const { body } = await here.ada.post(`/api/queries/${query.id}/results`, { max_age: 0, wait: 20_000 })
    expect(body).toMatchObject({ job: { status: JobStatus.failed, error: SENTENCE, query_result_id: null } })
    proxy.fault = () => null
    expect(await here.ada.get(csv)).toMatchObject({ status: 200 })
    expect(await here.run(query)).toBeGreaterThan(0)
  })

  it('a statement that has run is not reported as refused because its rows cannot be read (OPEN-295)', async () => {
    const unavailable = new AppError('storage_unavailable', { reason: 'The storage of results cannot be reached.' })
    vi.spyOn(here.server.services.results, 'window').mockRejectedValueOnce(unavailable)
    // These rows are too long to be kept in memory for the answer.
    const text = "select repeat('x', 70000) as long"
    const { status, body } = await here.ada.post<{ job: Job; window?: ResultWindow }>('/api/query_results', {
      ...{ data_source_id: here.source, query: text, max_age: 0, wait: 20_000 },
    })
    expect([status, body.job.status, body.window]).toEqual([200, 3, undefined])
    const { body: read } = await here.ada.get<ResultWindow>(`/api/query_results/${body.job.query_result_id}/window`)
    expect(read.rows).toEqual([['x'.repeat(70_000)]])
  })

  it('the health check and the metrics show it, and the page of the state names the storage (OPEN-296)', async () => {
    expect(await here.ada.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok', checks: { storage: 'ok' } } })
    refuse()
    // The outcome of a check stands for some seconds.
    await expect
      .poll(() => here.ada.get('/healthz'))
      .toMatchObject({
        status: 200,
        body: { status: 'degraded', checks: { database: 'ok', storage: 'The storage of results cannot be used.' } },
      })
    const text = await (await here.server.admin.fetch('/metrics')).text()
    expect(text).toMatch(/sightline_storage_request_duration_seconds_count\{operation="put",outcome="done"\} \d+/)
    expect(text).toMatch(/sightline_storage_request_duration_seconds_count\{operation="check",outcome="failed"\} 1/)
    const { body } = await here.server.admin.get<Installation>('/api/admin/installation')
    expect(body.results).toBe('bucket')
  })
})
