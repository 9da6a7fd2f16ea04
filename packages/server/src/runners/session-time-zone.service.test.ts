import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { rowsOf } from '../testing/rows-of.ts'
import postgres from './postgres/index.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const read = async (text: string, timeZone: string | null) => {
  const { host, port, user, password, database: dbname } = server
  const config = postgres.config.parse({ host, port, user, password, dbname })
  return rowsOf(await postgres.run(text, { config, signal: AbortSignal.timeout(20_000), tempDir: '', timeZone }))
}

describe('a session of PostgreSQL', () => {
  const DAY = `SELECT date_trunc('day', timestamptz '2024-07-01 00:30:00+02')::timestamp, '2024-07-01 12:00'::timestamptz`

  it('cuts off and reads times in its time zone, and leaves none behind for the next run (DS-31)', async () => {
    const ofServer = await read('SHOW TimeZone', null)
    expect(await read(DAY, 'Europe/Zurich')).toEqual([['2024-07-01T00:00:00.000', '2024-07-01T10:00:00.000']])
    expect(await read(DAY, 'America/New_York')).toEqual([['2024-06-30T00:00:00.000', '2024-07-01T16:00:00.000']])
    expect(await read('SHOW TimeZone', null)).toEqual(ofServer)
  })
})
