import { join } from 'node:path'
import type { Column } from '../platform/results/batch.ts'
import { ParquetWriter } from '../platform/results/parquet-writer.ts'
import duckdb from '../runners/duckdb/index.ts'
import type { InputTable } from '../runners/runner.ts'
import { never } from './never.ts'

/**
 * Stores the rows of a query in DuckDB as a result that another query reads.
 * @param name of its table
 * @param changes overrides of column properties, by index
 */
export async function storedInput(
  folder: string,
  name: string,
  sql: string,
  changes: readonly Partial<Column>[] = [],
): Promise<InputTable> {
  const result = await duckdb.run(sql, { config: { dbpath: ':memory:' }, signal: never, tempDir: folder })
  const columns = result.columns.map((column, index) => ({ ...column, ...changes[index] }))
  const path = join(folder, `${name}.parquet`)
  const writer = await ParquetWriter.open(path, columns)
  for await (const batch of result.batches) await writer.append(batch)
  await writer.finish()
  return { name, path, columns, truncated: null }
}
