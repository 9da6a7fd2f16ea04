import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { filesDirectory } from '../files/directory.ts'
import { PROCESS_PREFIX } from '../files/process-folders.ts'
import type { FileStore } from '../files/store.ts'
import { AppError } from '../http/errors.ts'
import { briefProfiles } from './brief-profiles.ts'
import { columnProfile } from './column-profile.ts'
import { type SqlColumn, textSql } from './column-sql.ts'
import { delimitedText } from './delimited.ts'
import { distinctValues } from './distinct.ts'
import { Engine } from './engine.ts'
import { readGroups } from './groups.ts'
import { jsonRows } from './json-rows.ts'
import { readPairs } from './pairs.ts'
import { downloadEnd, MAGIC } from './parquet-footer.ts'
import { ResponseCache } from './response-cache.ts'
import { RESULT_TABLE, sqlColumnAt } from './result-table.ts'
import type { Encoded, Results, StoredResult } from './results.ts'
import { pathOfResult, readingFailure } from './stored-file.ts'
import { readColumns } from './thinning.ts'
import { TimeRanges } from './time-ranges.ts'
import { windowReader } from './windows.ts'
import { sheetProblem, workbook } from './xlsx.ts'

/** Resources for windows, columns and values: short statements over many rows. Memory in MB. */
const PARTS = { memory: 512, threads: 2 }
/** Resources for reading whole results, where the order of the rows matters. Memory in MB. */
const WHOLES = { memory: 256, threads: 1 }

/**
 * Reads result files through DuckDB, in this process but on threads of its own; never runs a user's SQL. DuckDB is loaded on
 * first use. Paths from the file store must lie below the data directory or the folder of its files.
 */
export function createResults(
  config: Pick<Config, 'dataDir' | 'resultsUrl' | 'answerMemory'>,
  files: Pick<FileStore, 'open'>,
): Results {
  const readable = [config.dataDir, filesDirectory(config)]
  const spill = (name: string) => join(config.dataDir, 'tmp', `${PROCESS_PREFIX}duckdb-${name}`)
  const engine = new Engine({ spill: spill('parts'), readable }, PARTS)
  // Two engines, so that a download does not slow down someone who looks at a table.
  const wholes = new Engine({ spill: spill('wholes'), readable }, WHOLES)
  const ranges = new TimeRanges(engine)
  const windowOf = windowReader({ engine, ranges })
  // DuckDB needs at least one column to read a table: results without columns are served from their row count alone.
  const pathOf = async (result: StoredResult) => (result.columns.length > 0 ? await pathOfResult(files, result) : null)

  return {
    async check(result) {
      await pathOf(result)
    },

    async window(result, window) {
      const path = await pathOf(result)
      if (path !== null) return asDocumentedError(() => windowOf(result, path, window))
      const total = window.search === '' ? result.rowCount : 0
      return { total, rows: Array.from({ length: Math.max(0, Math.min(window.limit, total - window.offset)) }, () => []) }
    },

    async distinct(result, ask) {
      const path = await pathOfResult(files, result)
      return asDocumentedError(() => distinctValues(engine, path, result, ask))
    },

    async profile(result, ask) {
      const path = await pathOfResult(files, result)
      return asDocumentedError(() => columnProfile(engine, path, result, ask))
    },

    async profiles(result, ask) {
      const path = await pathOfResult(files, result)
      return asDocumentedError(() => briefProfiles(engine, path, result, ask))
    },

    async pairs(result, ask) {
      const path = await pathOfResult(files, result)
      return asDocumentedError(() => readPairs(engine, path, result, ask))
    },

    async extremes(result, column) {
      const path = await pathOfResult(files, result)
      return asDocumentedError(() => readExtremes(engine, path, result, column))
    },

    async columns(result, ask) {
      const path = await pathOf(result)
      if (path !== null) return asDocumentedError(() => readColumns(engine, path, result, ask))
      return { total: result.rowCount, shown: 0, values: [] }
    },

    async groups(result, ask, filters, search) {
      const path = await pathOfResult(files, result)
      return asDocumentedError(() => readGroups({ engine, ranges }, path, result, ask, filters, search))
    },

    jsonRows(result, values) {
      return streamWithDocumentedErrors(async function* () {
        const path = await pathOf(result)
        if (path !== null) yield* jsonRows(wholes, path, result, values)
        else yield `[${Array(result.rowCount).fill('{}').join(',')}]`
      })
    },

    delimited(result, type, values, isForExcel) {
      const delimiter = type === 'csv' ? ',' : '\t'
      return streamWithDocumentedErrors(async function* () {
        yield* delimitedText(wholes, await pathOf(result), result, { delimiter, values, isForExcel })
      })
    },

    async workbook(result, values) {
      const path = await pathOf(result)
      const problem = await asDocumentedError(() => sheetProblem(engine, path, result))
      if (problem !== null) throw new AppError('invalid_input', { reason: problem })
      const pieces = await asDocumentedError(() => workbook(wholes, path, result, values))
      return streamWithDocumentedErrors(() => pieces)
    },

    async parquet(result) {
      const path = await pathOfResult(files, result)
      return asDocumentedError(() => parquetStream(path))
    },

    answers: new ResponseCache(config.answerMemory),
    async close() {
      await Promise.all([engine.close(), wholes.close()])
    },
  }
}

/** Converts the errors of a read to those that `Results` documents. */
async function asDocumentedError<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    throw readingFailure(error)
  }
}

function streamWithDocumentedErrors(pieces: () => AsyncGenerator<string | Uint8Array, void, undefined>): Readable {
  async function* all(): AsyncGenerator<string | Uint8Array, void, undefined> {
    try {
      yield* pieces()
    } catch (error) {
      throw readingFailure(error)
    }
  }
  return Readable.from(all(), { objectMode: false })
}

/** The stored file up to and including the footer with the real column names. */
async function parquetStream(path: string): Promise<Encoded> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const tail = Buffer.alloc(8)
    await file.read(tail, 0, 8, Math.max(0, size - 8))
    const length = downloadEnd(size, tail)
    if (!tail.subarray(4).equals(MAGIC) || length <= 0) throw new AppError('result_damaged')
    return { body: file.createReadStream({ start: 0, end: length - 1 }), length }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The smallest and the largest number of a column; null if it has no rows, or if a cell is not a number. */
async function readExtremes(
  engine: Engine,
  path: string,
  result: StoredResult,
  index: number,
): Promise<{ min: number; max: number } | null> {
  const column = sqlColumnAt(result.columns, index)
  const [smallest = [], largest = [], strangers = []] = await engine.all(
    `SELECT min(number), max(number), (count(*) FILTER (NOT coalesce(isfinite(number), false)))::INTEGER
     FROM (SELECT ${numberSql(column)} AS number FROM ${RESULT_TABLE})`,
    [path],
  )
  const [min, max] = [smallest[0] ?? null, largest[0] ?? null]
  return strangers[0] === 0 && min !== null && max !== null ? { min: Number(min), max: Number(max) } : null
}

/** The number in a cell, even if it is stored as text; null if it is not a number. */
function numberSql(column: SqlColumn): string {
  const { kind } = column.storage
  const isNumber = kind === 'int32' || kind === 'int64' || kind === 'double' || kind === 'decimal'
  return isNumber ? `${column.ref}::DOUBLE` : `TRY_CAST(${textSql(column)} AS DOUBLE)`
}
