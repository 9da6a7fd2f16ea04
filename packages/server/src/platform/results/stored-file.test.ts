import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { readingFailure } from './stored-file.ts'

it('reports a result as unavailable if its file was removed right before it was read', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const cause = await connection.run("FROM read_parquet('/nowhere/result.parquet')").catch((error: unknown) => error)
  connection.closeSync()
  instance.closeSync()
  expect(cause).toMatchObject({ message: expect.stringContaining('No files found') })
  expect(readingFailure(cause)).toMatchObject({ code: 'result_unavailable' })
})
