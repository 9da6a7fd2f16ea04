import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { startProduct } from '../testing/product-process.ts'

const MINUTE_MS = 60_000

let server: PostgresServer
let dataDir: string
beforeAll(async () => {
  server = await startPostgres()
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-clock-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true })
})

/** Starts a worker on a machine whose clock is ahead by these minutes. */
function startWorker(minutes: number) {
  const shifted = `const now = () => Math.round(performance.timeOrigin + performance.now()) + ${minutes * MINUTE_MS}
    globalThis.Date = class extends Date {
      constructor(...given) { given.length === 0 ? super(now()) : super(...given) }
      static now() { return now() }
    }`
  return startProduct({
    SIGHTLINE_ROLE: 'worker',
    SIGHTLINE_DATA_DIR: dataDir,
    SIGHTLINE_DATABASE_URL: server.url,
    SIGHTLINE_SECRET_KEY: 'a-k3y-for-th1s-test-and-n0-other-0ne',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}`,
  })
}

describe('a machine with the database on another one', () => {
  it.each([60, -60])('does not start if its clock is ahead by %i minutes (OPEN-809)', async (minutes) => {
    const worker = startWorker(minutes)
    expect(await worker.ready, worker.output()).toBe(false)
    expect(await worker.end('SIGTERM')).toBe(1)
    expect(worker.log().trim()).toBe(
      'Sightline did not start. The clocks of this machine and of the database are 60 minutes apart. Set them right.',
    )
  })

  it('starts if its clock is ahead by four minutes (OPEN-809)', async () => {
    const worker = startWorker(4)
    expect(await worker.ready, worker.log()).toBe(true)
    expect(await worker.end('SIGTERM')).toBe(0)
  })
})
