import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts'
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts'
import type { PostgresDatabase } from './database.ts'
import { openPostgres } from './postgres.ts'
import { isConnectionTrouble } from './retry-on-disconnect.ts'

/** More than the pool has connections. */
const TIMES = 12

let server: PostgresServer
let proxy: TcpProxy
let database: PostgresDatabase
beforeAll(async () => {
  server = await startPostgres()
  proxy = await startTcpProxy(server.port)
  const url = new URL(server.url)
  url.port = String(proxy.port)
  database = await openPostgres(url.href, () => {}, 10)
})
afterAll(async () => {
  await database.close()
  await proxy.close()
  await server.stop()
})

/** Cuts every connection once, before it forwards a chunk that contains this text. */
function cutAt(text: string, from: 'client' | 'server'): void {
  proxy.passes = (piece, sender) => {
    if (sender !== from || !piece.includes(text)) return true
    proxy.passes = () => true
    proxy.cut()
    return false
  }
}

it.each([
  ['begin', 'client'],
  ['BEGIN', 'server'],
  ['select 1 as inside', 'client'],
  ['commit', 'client'],
  ['COMMIT', 'server'],
] as const)(
  'fails a transaction whose connection is cut at "%s" from the %s, and keeps all connections',
  async (text, from) => {
    for (let time = 0; time < TIMES; time++) {
      cutAt(text, from)
      const failed = await database.db.transaction((tx) => tx.execute(sql`select 1 as inside`)).catch((error) => error)
      expect(isConnectionTrouble(failed)).toBe(true)
    }
    const once = () => database.db.transaction((tx) => tx.execute(sql`select 1 as inside`))
    expect(await Promise.all(Array.from({ length: TIMES }, once))).toHaveLength(TIMES)
  },
)

it('fails a transaction whose connection is cut between two statements', async () => {
  const transaction = database.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    const isCut = new Promise((resolve) => database.pool.once('remove', resolve))
    proxy.cut()
    await isCut
    await tx.execute(sql`select 2`)
  })
  expect(isConnectionTrouble(await transaction.catch((error) => error))).toBe(true)
})
