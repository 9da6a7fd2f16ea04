import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestClient } from '../../testing/client.ts'
import { useFaultScenario } from '../../testing/fault-scenario.ts'
import type { TcpProxy } from '../../testing/tcp-proxy.ts'

const ROUNDS = 40
const MAY_HAVE_HAPPENED = 'The statement may have run. Check before you run it again.'
const OUTCOME_UNKNOWN = {
  code: 'outcome_unknown',
  message:
    'The connection to the database of this server was lost. Your request may have been carried out: check before you repeat it.',
}

const scene = useFaultScenario()
const { ended, inject, run } = scene

/** Calls that write, some of them in transactions, and one that starts a run, all at the same time. */
async function writeALot(admin: TestClient, source: number, round: number): Promise<void> {
  const query = { name: `Query ${round}`, query: `SELECT ${round} AS n`, data_source_id: source, options: { parameters: [] } }
  const calls = [
    admin.post('/api/queries', query),
    admin.post('/api/queries', { ...query, name: `Tagged ${round}`, tags: ['a', 'b'] }),
    admin.post('/api/dashboards', { name: `Dashboard ${round}` }),
    admin.post('/api/groups', { name: `Group ${round}` }),
    admin.post('/api/query_results', { query: `SELECT ${round} AS n`, data_source_id: source, max_age: 0 }),
    admin.get('/api/queries'),
  ]
  for (const { status } of await Promise.all(calls)) expect([200, 503]).toContain(status)
}

/**
 * Cuts all connections, once, when the server's response contains this text: the statement is done, but the client does not
 * hear of it.
 */
function cutAnswer(proxy: TcpProxy, { asked, answered }: { asked: string; answered: string }): void {
  let wasAsked = false
  proxy.passes = (piece, from) => {
    if (from === 'client' && piece.includes(asked)) wasAsked = true
    if (from === 'client' || !wasAsked || !piece.includes(answered)) return true
    proxy.passes = () => true
    inject(() => proxy.cut())
    return false
  }
}

describe('cut connections to the metadata database', () => {
  it('stop no process and no work, at any moment of writes and runs', async () => {
    await scene.installation.startWorker()
    await scene.installation.startWorker({ SIGHTLINE_ROLE: 'all', PORT: '0' })
    const processes = scene.installation.running()
    for (let round = 1; round <= ROUNDS; round++) {
      let left = 7 * round
      scene.metadataProxy.passes = () => {
        if (--left === 0) inject(() => scene.metadataProxy.cut())
        return true
      }
      while (left > 0) await writeALot(scene.installation.admin, scene.source, round)
    }
    expect(scene.installation.running()).toEqual(processes)
    // The last cut may hit this call too, which is then refused and repeated.
    const id = await vi.waitFor(() => run(`SELECT 'still here' AS fate`), 60_000)
    expect(await ended(id)).toMatchObject({ error: '' })
  })

  it('make a write report that it may have been carried out if they are cut during the response', async () => {
    const { admin } = scene.installation
    cutAnswer(scene.metadataProxy, { asked: 'insert into "queries"', answered: 'COMMIT' })
    const fields = { name: 'Saved all the same', query: 'SELECT 1', data_source_id: scene.source }
    expect(await admin.post('/api/queries', fields)).toMatchObject({ status: 503, body: OUTCOME_UNKNOWN })
    const { body } = await admin.get<{ results: Query[] }>('/api/queries')
    expect(body.results.map(({ name }) => name)).toEqual(['Saved all the same'])
  })

  it('start a run once and return its job if they are cut while it is stored', async () => {
    await scene.installation.startWorker()
    cutAnswer(scene.metadataProxy, { asked: 'insert into "executions"', answered: 'INSERT 0 1' })
    const id = await run(`SELECT 'started once' AS fate`)
    expect(await ended(id)).toMatchObject({ status: JobStatus.done })
    const { rows } = await scene.metadata.query(`SELECT id FROM executions WHERE query LIKE '%started once%'`)
    expect(rows).toEqual([{ id }])
  })

  it('return the job if they are cut while the state of a stored run is read', async () => {
    const { admin } = scene.installation
    await scene.installation.startWorker()
    const fields = { query: `SELECT 'joined' AS fate`, data_source_id: scene.source, max_age: 0, wait: 20_000 }
    cutAnswer(scene.metadataProxy, { asked: 'from "executions" left join "query_results"', answered: 'SELECT 1' })
    const { status, body } = await admin.post<{ job: { id: string } }>('/api/query_results', fields)
    expect(status).toBe(200)
    expect(await ended(body.job.id)).toMatchObject({ status: JobStatus.done })
  })
})

it('calls are refused with one sentence and without effect while the metadata database is unreachable', async () => {
  const { admin } = scene.installation
  scene.metadataProxy.admits = () => false
  inject(() => scene.metadataProxy.cut())
  const refusal = {
    status: 503,
    body: {
      code: 'database_unavailable',
      message: 'The database of this server cannot be reached. Please try again in a moment.',
    },
  }
  expect(await admin.get('/api/queries')).toMatchObject(refusal)
  expect(await admin.post('/api/dashboards', { name: 'Never made' })).toMatchObject(refusal)
  scene.metadataProxy.admits = () => true
  expect((await scene.metadata.query('SELECT 1 FROM dashboards')).rows).toEqual([])
})

describe('a cut connection to a data source', () => {
  beforeEach(() => scene.watcher.query('DROP TABLE IF EXISTS fates; CREATE TABLE fates (name text)'))
  const fates = async () => (await scene.watcher.query('SELECT name FROM fates')).rows

  it('makes a changing statement report that it may have been carried out', async () => {
    await scene.installation.startWorker()
    cutAnswer(scene.sourceProxy, { asked: 'INSERT INTO fates', answered: 'INSERT 0 1' })
    const job = await ended(await run(`INSERT INTO fates VALUES ('inserted') RETURNING name`))
    expect(job).toMatchObject({
      status: JobStatus.failed,
      error: `The connection to the server was lost. ${MAY_HAVE_HAPPENED}`,
    })
    expect(await fates()).toEqual([{ name: 'inserted' }])
  })

  it('makes a reading statement report just the lost connection', async () => {
    await scene.installation.startWorker()
    cutAnswer(scene.sourceProxy, { asked: 'only read', answered: 'SELECT 1' })
    const job = await ended(await run(`SELECT 'only read' AS fate`))
    expect(job).toMatchObject({ status: JobStatus.failed, error: 'The connection to the server was lost.' })
  })
})
