import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { filesDirectory } from '../files/directory.ts'
import type { FileStore } from '../files/store.ts'
import { delimitedText } from './delimited.ts'
import { Engine } from './engine.ts'
import { jsonRows } from './json-rows.ts'
import { downloadEnd } from './parquet-footer.ts'
import type { Results, StoredResult } from './results.ts'
import { readColumns } from './thinning.ts'
import { windowReader } from './windows.ts'
import { workbook } from './xlsx.ts'

/**
 * Reads result files through DuckDB, in this process but in threads of its own, and never runs a user's SQL. DuckDB is loaded
 * by the first reading. Paths that the file store gives must lie below the data directory, or the
 * folder of its files.
 */
export function createResults(config: Pick<Config, 'dataDir' | 'resultsUrl'>, files: Pick<FileStore, 'open'>): Results {
  const engine = new Engine({
    spill: join(config.dataDir, 'tmp', `duckdb-${process.pid}`),
    readable: [config.dataDir, filesDirectory(config)],
  })
  const windowOf = windowReader(engine)
  // A table needs a column to be read from: a result without columns is known from its row count alone.
  const pathOf = async (result: StoredResult) => (result.columns.length > 0 ? await files.open(result.file) : null)

  return {
    async window(result, window) {
      const path = await pathOf(result)
      if (path !== null) return windowOf(result, path, window)
      const total = window.search === '' ? result.rowCount : 0
      return { total, rows: Array.from({ length: Math.max(0, Math.min(window.limit, total - window.offset)) }, () => []) }
    },

    async columns(result, ask) {
      const path = await pathOf(result)
      if (path !== null) return readColumns(engine, path, result, ask)
      return { total: result.rowCount, shown: 0, values: [] }
    },

    jsonRows(result) {
      return textStream(async function* () {
        const path = await pathOf(result)
        if (path !== null) yield* jsonRows(engine, path, result)
        else yield `[${Array(result.rowCount).fill('{}').join(',')}]`
      })
    },

    async encode(result, encoding, formats) {
      const path = await pathOf(result)
      switch (encoding) {
        case 'csv':
          return textStream(() => delimitedText(engine, path, result, ',', formats))
        case 'tsv':
          return textStream(() => delimitedText(engine, path, result, '\t', formats))
        case 'xlsx':
          return Readable.from(workbook(engine, path, result, formats), { objectMode: false })
        case 'parquet':
          return parquetStream(await files.open(result.file))
      }
    },

    close: () => engine.close(),
  }
}

function textStream(texts: () => AsyncGenerator<string | Uint8Array, void, undefined>): Readable {
  return Readable.from(texts(), { objectMode: false })
}

/** The file itself, but ending with the footer that has the real names. */
async function parquetStream(path: string): Promise<Readable> {
  const file = await open(path, 'r')
  const { size } = await file.stat()
  const { buffer: tail } = await file.read(Buffer.alloc(8), 0, 8, size - 8)
  return file.createReadStream({ start: 0, end: downloadEnd(size, tail) - 1 })
}
