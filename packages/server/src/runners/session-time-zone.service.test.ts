import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMariadb } from '../testing/mariadb-server.ts'
import { type DatabaseServer, startPostgres } from '../testing/postgres-server.ts'
import { rowsOf } from '../testing/rows-of.ts'
import { failureOf } from './conformance/runs.ts'
import mysql from './mysql/index.ts'
import postgres from './postgres/index.ts'
import type { AnyRunner } from './runner.ts'

const reader = (runner: AnyRunner, options: () => object) => async (text: string, timeZone: string | null) =>
  rowsOf(
    await runner.run(text, {
      config: runner.config.parse(options()),
      signal: AbortSignal.timeout(20_000),
      tempDir: '',
      timeZone,
    }),
  )

describe('a session of PostgreSQL', () => {
  let server: DatabaseServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())
  const read = reader(postgres, () => {
    const { host, port, user, password, database: dbname } = server
    return { host, port, user, password, dbname }
  })

  const DAY = `SELECT date_trunc('day', timestamptz '2024-07-01 00:30:00+02')::timestamp, '2024-07-01 12:00'::timestamptz`

  it('cuts off and reads times in its time zone, and leaves none behind for the next run (DS-31)', async () => {
    const ofServer = await read('SHOW TimeZone', null)
    expect(await read(DAY, 'Europe/Zurich')).toEqual([['2024-07-01T00:00:00.000', '2024-07-01T10:00:00.000']])
    expect(await read(DAY, 'America/New_York')).toEqual([['2024-06-30T00:00:00.000', '2024-07-01T16:00:00.000']])
    expect(await read('SHOW TimeZone', null)).toEqual(ofServer)
  })
})

describe('a session of MariaDB', () => {
  let server: DatabaseServer
  beforeAll(async () => {
    server = await startMariadb()
  })
  afterAll(() => server.stop())
  const read = reader(mysql, () => {
    const { host, port, user, password: passwd, database: db } = server
    return { host, port, user, passwd, db }
  })
  const DAY = "SELECT DATE_FORMAT(FROM_UNIXTIME(1719786600), '%Y-%m-%d %H:%i'), UNIX_TIMESTAMP('2024-07-01 12:00:00')"

  it('reads and shows times in its time zone, and leaves none behind for the next run (DS-31)', async () => {
    for (const [id, name, seconds] of [
      [1, 'Asia/Kolkata', 19_800],
      [2, 'America/Bogota', -18_000],
    ]) {
      await read(
        `INSERT INTO mysql.time_zone VALUES (${id}, 'N'); INSERT INTO mysql.time_zone_name VALUES ('${name}', ${id});
         INSERT INTO mysql.time_zone_transition_type VALUES (${id}, 0, ${seconds}, 0, 'X'); SELECT 1`,
        null,
      )
    }
    const ofServer = await read('SELECT @@session.time_zone', null)
    expect(await read(DAY, 'Asia/Kolkata')).toEqual([['2024-07-01 04:00', 1_719_815_400n]])
    expect(await read(DAY, 'America/Bogota')).toEqual([['2024-06-30 17:30', 1_719_853_200n]])
    expect(await read('SELECT @@session.time_zone', null)).toEqual(ofServer)
  })

  it('fails for a time zone that the server does not know, with what helps (DS-31)', async () => {
    expect((await failureOf(read('SELECT 1', 'Europe/Zurich'))).message).toBe(
      'The server does not know the session time zone "Europe/Zurich". Its time zone tables may be empty (mysql_tzinfo_to_sql fills them).',
    )
  })
})
