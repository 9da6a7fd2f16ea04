import mysql from 'mysql2'
import { startMariadb } from '../packages/server/src/testing/mariadb-server.ts'
import { addDataSource, runQuery } from './executions.ts'
import { inTurn, type Row } from './measure.ts'
import type { Product } from './product.ts'

const WIDE = `CREATE TABLE wide AS SELECT seq AS id, seq * 7919 AS big, rand(seq) AS ratio, CAST(seq % 100000 AS DECIMAL(12,2)) / 100 AS amount,
  TIMESTAMP '2024-01-01 00:00:00' + INTERVAL seq SECOND AS at, md5(seq) AS hash, concat('name ', seq % 1000) AS name,
  seq % 1000 AS bucket, seq % 3 = 0 AS is_third, CASE WHEN seq % 5 = 0 THEN NULL ELSE concat('note ', seq % 50) END AS note
  FROM seq_1_to_1000000`

/** Measures a million rows of MariaDB against a raw streaming read by `mysql2`. */
export async function benchMariadb(product: Product): Promise<Row[]> {
  const server = await startMariadb()
  const connection = mysql.createConnection({
    host: server.host,
    port: server.port,
    user: server.user,
    password: server.password,
    database: server.database,
  })
  try {
    await new Promise<void>((resolve, reject) => connection.query(WIDE, (error) => (error ? reject(error) : resolve())))
    const source = await addDataSource(product, 'mysql', {
      host: server.host,
      port: server.port,
      user: server.user,
      passwd: server.password,
      db: server.database,
    })
    const ours = async () => {
      const { window } = await runQuery(product, source, 'SELECT * FROM wide')
      if (window.total !== 1_000_000) throw new Error(`Expected a million rows, got ${window.total}.`)
    }
    const raw = async () => {
      let rows = 0
      for await (const _ of connection.query({ sql: 'SELECT * FROM wide', rowsAsArray: true }).stream({ highWaterMark: 1000 }))
        rows++
      if (rows !== 1_000_000) throw new Error(`Expected a million rows, got ${rows}.`)
    }
    await ours()
    await raw()
    const figures = await inTurn(3, ours, raw)
    return [
      {
        name: `MariaDB, 1,000,000 × 10 until stored and readable (${Math.round(figures.ours)} ms against ${Math.round(figures.raw)} ms)`,
        value: figures.ours / figures.raw,
        unit: 'x',
        against: 'mysql2 stream',
        goal: 2,
      },
    ]
  } finally {
    connection.destroy()
    await server.stop()
  }
}
