import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Batch, Column, Storage } from '../platform/results/batch.ts'
import { createResults } from '../platform/results/duckdb.ts'
import { ParquetWriter } from '../platform/results/parquet-writer.ts'
import type { FileValues, Results, StoredResult } from '../platform/results/results.ts'
import type { VectorBuilder } from '../platform/results/vectors.ts'
import { columnBuilders } from './column-builders.ts'

/** A column of a result file. */
export const column = (
  name: string,
  storage: Storage | Exclude<Storage['kind'], 'decimal'>,
  type: Column['type'] = null,
): Column => ({
  name,
  type,
  storage: typeof storage === 'string' ? { kind: storage } : storage,
  sourceType: '',
})

/** Appends a value to its column. */
export type Append<Value> = (builder: VectorBuilder, value: Value) => void
export const asText: Append<string> = (builder, value) => builder.appendText(value)
export const asInt32: Append<number> = (builder, value) => builder.appendInt32(value)
export const asInt64: Append<bigint> = (builder, value) => builder.appendInt64(value)
export const asDouble: Append<number> = (builder, value) => builder.appendDouble(value)
export const asBoolean: Append<boolean> = (builder, value) => builder.appendBoolean(value)
export const asDigits: Append<string> = (builder, value) => builder.appendDigits(value)

/** A column with its values, written one by one. */
export interface Filled {
  column: Column
  rowCount: number
  fill(builder: VectorBuilder, row: number): void
}
export function filled<Value>(of: Column, append: Append<Value>, values: readonly (Value | null)[]): Filled {
  return {
    column: of,
    rowCount: values.length,
    fill(builder, row) {
      const value = values[row]
      if (value === null || value === undefined) builder.appendNull()
      else append(builder, value)
    },
  }
}

/** A result file that a test wrote. */
export type WrittenFile = StoredResult & { batches: Batch[] }

/** A folder of result files, and their reader. */
export interface ResultFiles {
  dataDir: string
  results: Results
  /** Writes a result file, `batchRows` rows at a time. */
  store(columns: Filled[], batchRows?: number): Promise<WrittenFile>
  close(): Promise<void>
}

/** @param answerMemory size of the response cache in bytes */
export async function openResultFiles(answerMemory = 0): Promise<ResultFiles> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-results-'))
  const results = createResults({ dataDir, resultsUrl: null, answerMemory }, { open: async (name) => join(dataDir, name) })
  return {
    dataDir,
    results,
    store: (columns, batchRows = 1000) => write(dataDir, columns, batchRows),
    async close() {
      await results.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** A folder of result files for all tests of a file, removed after them. */
export function useResultFiles(): Omit<ResultFiles, 'close'> {
  let files: ResultFiles | null = null
  beforeAll(async () => {
    files = await openResultFiles()
  })
  afterAll(() => files?.close())
  const opened = (): ResultFiles => {
    if (files === null) throw new Error('The files are opened before the first test.')
    return files
  }
  return {
    store: (columns, batchRows) => opened().store(columns, batchRows),
    get dataDir() {
      return opened().dataDir
    },
    get results() {
      return opened().results
    },
  }
}

async function write(dataDir: string, columns: Filled[], batchRows: number): Promise<WrittenFile> {
  const file = `${randomUUID()}.parquet`
  const schema = columns.map((one) => one.column)
  const rows = columns[0]?.rowCount ?? 0
  const writer = await ParquetWriter.open(join(dataDir, file), schema)
  const builders = columnBuilders(schema)
  const batches: Batch[] = []
  for (let start = 0; start < rows; start += batchRows) {
    const rowCount = Math.min(batchRows, rows - start)
    columns.forEach((one, index) => {
      const builder = builders[index]
      for (let row = start; builder && row < start + rowCount; row++) one.fill(builder, row)
    })
    const batch = { rowCount, vectors: builders.map((builder) => builder.take()) }
    batches.push(batch)
    await writer.append(batch)
  }
  const { rowCount, size } = await writer.finish()
  return { file, columns: schema, rowCount, size, batches }
}

/** All rows in stored order. */
export const everything = {
  offset: 0,
  limit: 1000,
  sort: [],
  search: '',
  searchColumns: null,
  filters: [],
  isCountedLater: false,
}

/** The values of the Redash API, with dates in ISO 8601. */
export const wire: FileValues = { form: 'wire', formats: { date: 'YYYY-MM-DD', time: 'HH:mm' } }
