import type { Job } from '@sightline/contract/executions.ts'
import { describe, expect, it } from 'vitest'
import { useAnalyst } from '../../testing/analyst.ts'
import { buildDataSource } from '../../testing/builders.ts'

const here = useAnalyst()

interface Reply {
  job: Job
  window?: { result: { id: number }; rows: unknown[][] }
}

const DAY = `select date_trunc('day', timestamptz '2024-07-01 00:30:00+02')::date::varchar as day`

/** Runs a text, or shows a stored result of it. */
async function read(source: number, maxAge: number) {
  const sent = { query: DAY, data_source_id: source, dialect: 'duckdb', max_age: maxAge, wait: 20_000 }
  const { window } = (await here.ada.post<Reply>('/api/query_results', sent)).body
  return { id: window?.result.id, day: window?.rows[0]?.[0] }
}
const setZone = (time_zone: string) => here.server.admin.post('/api/settings/organization', { time_zone })

describe('a query on Query Results in DuckDB', () => {
  it("cuts off times in the organization's time zone, and no stored result of another zone is shown for it (DS-32)", async () => {
    const source = (await buildDataSource(here.server, { type: 'results', options: {} })).id
    const inUtc = await read(source, 0)
    expect(inUtc.day).toBe('2024-06-30')
    expect(await read(source, -1)).toEqual(inUtc)
    await setZone('Europe/Zurich')
    try {
      const inZurich = await read(source, -1)
      expect(inZurich.day).toBe('2024-07-01')
      expect(await read(source, -1)).toEqual(inZurich)
    } finally {
      await setZone('UTC')
    }
    expect(await read(source, -1)).toEqual(inUtc)
  })
})

describe('a session time zone', () => {
  it('is refused by the title of its field if there is no such zone (DS-31)', async () => {
    const refused = await here.server.admin.post('/api/data_sources', {
      type: 'pg',
      name: 'Shop',
      options: { dbname: 'shop', session_time_zone: `UTC'; DROP TABLE users; --` },
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'Session Time Zone: it must be the name of a time zone, such as Europe/Berlin.' },
    })
  })
})
