import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import postgres from '../runners/postgres/index.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { sqlSource } from './sql-source.ts'

/** A PostgreSQL server for all tests of a file, a connection of its administrator, and a data source on it. */
export function usePostgresSource() {
  let server: PostgresServer
  let admin: pg.Client
  beforeAll(async () => {
    server = await startPostgres()
    admin = new pg.Client(server.url)
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await server.stop()
  })
  const options = () => ({
    host: server.host,
    port: server.port,
    user: server.user,
    password: server.password,
    dbname: server.database,
  })
  return {
    get server() {
      return server
    },
    get admin() {
      return admin
    },
    options,
    ...sqlSource(postgres, options),
  }
}
