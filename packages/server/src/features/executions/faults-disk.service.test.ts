import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Upload } from '@sightline/contract/data-sources.ts'
import { JobStatus } from '@sightline/contract/executions.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { useFaultScenario } from '../../testing/fault-scenario.ts'
import { makeSmallDisk } from '../../testing/small-disk.ts'

const MEGABYTES = 24
const SENTENCE = 'The disk of the server is full. Ask an admin to make room, and try again.'

const disk = makeSmallDisk(MEGABYTES)
const resultsDir = join(disk.path, 'files')
mkdirSync(resultsDir)
const scene = useFaultScenario({ disk, resultsDir })
const { ended, inject, run } = scene
// Removed after the processes that use it.
afterAll(() => disk.close())

/** More than fits on the disk even when compressed, because these digits look random. */
const LARGE = 'SELECT md5(i::text) || md5((-i)::text) AS digits FROM generate_series(1, 900000) i'
/** More than the engine may hold in memory, so that it spills to disk. */
const SPILLING = 'SELECT repeat(i::text, 55) AS wide FROM range(3500000) t(i) ORDER BY hash(i)'

const resultsAtHand = { SIGHTLINE_RESULTS_URL: new URL(`file:${resultsDir}`).href }

async function sourceOf(type: string, options: Record<string, unknown>): Promise<number> {
  const fields = { name: `A source of ${type}`, type, options }
  return (await scene.installation.admin.post<{ id: number }>('/api/data_sources', fields)).body.id
}

async function expectNextToWork(): Promise<void> {
  expect(await ended(await run('SELECT 1 AS next'))).toMatchObject({ status: JobStatus.done, error: '' })
}

describe('a full disk', () => {
  it('makes a run fail with a clear message while it writes a result or spills rows, and the next run works', async () => {
    await scene.installation.startWorker(resultsAtHand, disk)
    expect(await inject(async () => ended(await run(LARGE)))).toMatchObject({ status: JobStatus.failed, error: SENTENCE })
    await expectNextToWork()
    const duckdb = await sourceOf('duckdb', { dbpath: ':memory:' })
    expect(await inject(async () => ended(await run(SPILLING, duckdb)))).toMatchObject({
      status: JobStatus.failed,
      error: SENTENCE,
    })
    await expectNextToWork()
  })

  it('makes a run fail with a clear message where results are stored, leaves no partial file, and the next run works', async () => {
    await scene.installation.startWorker(resultsAtHand, { path: tmpdir(), under: disk.under })
    expect(await inject(async () => ended(await run(LARGE)))).toMatchObject({ status: JobStatus.failed, error: SENTENCE })
    expect(readdirSync(resultsDir, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([])
    await expectNextToWork()
  })

  it('is reported in one sentence during uploads and imports, and a smaller file is accepted', async () => {
    const upload = async (name: string, body: Uint8Array<ArrayBuffer>) => {
      const headers = { 'content-type': 'application/octet-stream' }
      const reply = await scene.installation.admin.fetch(`/api/uploads?name=${name}`, { method: 'POST', headers, body })
      return { status: reply.status, body: (await reply.json()) as Upload & { message?: string; code?: string } }
    }
    const block = Array.from({ length: 200 }, () => randomBytes(48).toString('hex'))
    const rows = (count: number) => {
      const lines = Array.from({ length: count }, (_, row) => `${row}${block[row % block.length]}`)
      return Buffer.from(`digits\n${lines.join('\n')}\n`)
    }
    const refusal = { status: 507, body: { code: 'disk_full', message: SENTENCE } }
    expect(await inject(() => upload('large.csv', rows(300_000)))).toMatchObject(refusal)
    expect(await inject(() => upload('large.csv.gz', gzipSync(rows(700_000))))).toMatchObject(refusal)
    expect(await upload('small.csv', rows(1_000))).toMatchObject({ status: 200, body: { tables: [{ rows: 1_000 }] } })
  })
})
