import { randomBytes } from 'node:crypto'
import { open, rm, truncate, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Job } from '@sightline/contract/executions.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { downloadUrls, MANY, TYPES, useAnalyst } from '../../../testing/analyst.ts'
import { queryResults } from '../tables.ts'

const here = useAnalyst()
const { begun, stored, fileOf } = here

describe('a stored result whose rows are lost', () => {
  const UNAVAILABLE = 'Cached query result unavailable, please execute again.'
  const DAMAGED = 'The stored result cannot be read. Please execute the query again.'
  let asked = 0
  const fresh = () => stored(`select i as n, md5(i::varchar) as hash from range(2000) as t(i) where ${++asked} > 0`)
  const faults: [string, (file: { path: string; size: number; name: string }) => Promise<void>, number, string][] = [
    ['missing', ({ name, path }) => lose(name, path), 404, UNAVAILABLE],
    ['cut short', ({ path, size }) => truncate(path, Math.floor(size / 2)), 500, DAMAGED],
    ['garbage of the same length', ({ path, size }) => writeFile(path, randomBytes(size)), 500, DAMAGED],
    ['bad in its midst', ({ path }) => scratch(path, 2000), 500, DAMAGED],
  ]

  async function lose(name: string, path: string) {
    await here.server.services.files.remove(name)
    await rm(path, { force: true })
  }

  async function scratch(path: string, at: number) {
    const file = await open(path, 'r+')
    await file.write(Buffer.alloc(500, 0xff), 0, 500, at)
    await file.close()
  }

  it.each(faults)('is reported in one sentence by every endpoint: %s', async (fault, damage, status, message) => {
    const one = await fresh()
    await damage(await fileOf(one.id))
    const read = fault === 'bad in its midst' ? TYPES.filter((type) => type !== 'parquet') : TYPES
    for (const path of [
      ...read.flatMap((type) => downloadUrls(one, type)),
      `/api/query_results/${one.id}/window`,
      `/api/query_results/${one.id}/window?sort=0`,
      `/api/query_results/${one.id}/distinct?column=0`,
      `/api/query_results/${one.id}/profile?column=0`,
      `/api/query_results/${one.id}/profiles?columns=0,1`,
      `/api/query_results/${one.id}/columns?columns=0,1`,
    ]) {
      const reply = await here.ada.get(path)
      expect(reply, path).toMatchObject({ status, body: { message } })
      expect(reply.headers.get('cache-control')).toBeNull()
      expect(reply.headers.get('content-disposition')).toBeNull()
      expect(reply.headers.get('content-encoding')).toBeNull()
    }
  })

  it.each(faults)('answers no run, so the next one runs the query again: %s', async (fault, damage) => {
    const one = await fresh()
    await damage(await fileOf(one.id))
    // A fault that is only found while reading is known after the first read.
    if (!['missing', 'cut short'].includes(fault)) await here.ada.get(`/api/query_results/${one.id}.csv`)
    const { body } = await here.ada.post<{ job: Job }>(`/api/queries/${one.query.id}/results`, { max_age: -1, wait: 20_000 })
    expect(body.job.query_result_id).not.toBe(one.id)
    const again = await here.ada.post(`/api/queries/${one.query.id}/results`, {})
    expect(again).toMatchObject({ status: 200, body: { query_result: { id: body.job.query_result_id } } })
    const latest = await here.ada.get<string>(`/api/queries/${one.query.id}/results.csv`)
    expect(latest.body.split('\r\n')).toHaveLength(2002)
  })

  it.each(['csv', 'json'])('ends the connection if that is found after the first bytes: %s', async (type) => {
    const { id } = await stored(`${MANY} where ${++asked} > 0`)
    const { path, size } = await fileOf(id)
    await scratch(path, Math.floor(size * 0.95))
    for (const coding of ['identity', 'gzip']) {
      const response = await begun(`/api/query_results/${id}.${type}`, { 'accept-encoding': coding })
      expect(response.statusCode).toBe(200)
      await expect(buffer(response)).rejects.toThrow('aborted')
    }
    expect(
      here.server.log.some((line) => line.includes('The rows of a stored result are lost.') && line.includes(`${id}`)),
    ).toBe(true)
    await expect
      .poll(() => here.server.services.db.select().from(queryResults).where(eq(queryResults.id, id)))
      .toMatchObject([{ is_lost: true }])
  })
})
