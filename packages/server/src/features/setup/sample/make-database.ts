// Builds the sample database: `node make-database.ts <path of the new file>`. install.ts runs it as a child process.
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { sampleTables } from './data.ts'

const [, , path] = process.argv
if (path === undefined) throw new Error('The path of the new database is missing.')

const data = fileURLToPath(new URL('../data', import.meta.resolve('vega-datasets')))
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const instance = await DuckDBInstance.create(path, { memory_limit: '512MB', threads: '2' })
const connection = await instance.connect()
await connection.run("SET TimeZone = 'UTC'")
for (const [name, { comment, select }] of Object.entries(sampleTables)) {
  await connection.run(`CREATE TABLE ${name} AS ${select.replaceAll('$data', data.replaceAll("'", "''"))}`)
  await connection.run(`COMMENT ON TABLE ${name} IS ${quoted(comment)}`)
}
await connection.run('CHECKPOINT')
connection.closeSync()
instance.closeSync()
