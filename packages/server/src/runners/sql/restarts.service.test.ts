import { afterAll, beforeAll, describe } from 'vitest'
import { startMariadb } from '../../testing/mariadb-server.ts'
import { type DatabaseServer, startPostgres } from '../../testing/postgres-server.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import type { Restartable } from '../../testing/started-program.ts'
import { itOutlivesRestarts } from '../conformance/restarts.ts'
import mariadb from '../mariadb/index.ts'
import postgres from '../postgres/index.ts'

let server: DatabaseServer & Restartable
const login = () => ({ host: server.host, port: server.port, user: server.user })

describe('a restart of PostgreSQL (OPEN-839)', () => {
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server?.stop())
  const { run, read } = sqlSource(postgres, () => ({ ...login(), password: server.password, dbname: server.database }))
  itOutlivesRestarts({
    server: () => server,
    read: () => read('SELECT 1'),
    runLong: () => run("SELECT generate_series(1, 1000000000), repeat('x', 100)"),
  })
})

describe('a restart of MariaDB (OPEN-839)', () => {
  beforeAll(async () => {
    server = await startMariadb()
  })
  afterAll(() => server?.stop())
  const { run, read } = sqlSource(mariadb, () => ({ ...login(), passwd: server.password, db: server.database }))
  itOutlivesRestarts({
    server: () => server,
    read: () => read('SELECT 1'),
    runLong: () => run("SELECT seq, repeat('x', 100) FROM seq_1_to_1000000000"),
  })
})
