import { mkdir, rm } from 'node:fs/promises'
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from '@duckdb/node-api'
import { collectYoungGarbage } from '../garbage.ts'

/** Types of bound parameters. */
export type Parameter = string | number | bigint
/** Types of selected values. */
export type Selected = string | number | bigint | boolean | null

/** Absolute paths of folders. */
interface Places {
  /** Temporary files for data that does not fit into memory. Only this process uses the folder, and removes it at the end. */
  spill: string
  /** Statements may read everything below these folders. */
  readable: string[]
}

/** Resource limits of an engine. */
interface Share {
  /** Megabytes, for all statements together. */
  memory: number
  /**
   * Threads per statement. With one thread, rows keep their order through the whole statement; statements still run concurrently,
   * each on a thread of its own.
   */
  threads: number
}

/** Idle connections that are kept for later statements. */
const MAX_IDLE_CONNECTIONS = 4

/** Bytes of values after which the memory behind the objects of DuckDB is freed. */
const COLLECT_AFTER_BYTES = 4 * 1024 * 1024

/**
 * A DuckDB instance in this process that reads result files. It runs only statements of this folder, can only read files below
 * the given folders, spills to disk when its memory is used up, and works on threads of its own.
 */
export class Engine {
  readonly #places: Places
  readonly #share: Share
  #instance: Promise<DuckDBInstance> | null = null
  readonly #idle: DuckDBConnection[] = []
  readonly #busy = new Set<DuckDBConnection>()
  #isClosed = false
  /** Bytes that `bytes` has returned since the last collection. */
  #uncollected = 0

  constructor(places: Places, share: Share) {
    this.#places = places
    this.#share = share
  }

  /** Runs a statement and returns all of its rows, which must be few. */
  async all(sql: string, parameters: readonly Parameter[] = []): Promise<Selected[][]> {
    const connection = await this.#connect()
    try {
      const result = await connection.run(sql, [...parameters])
      const columns: Selected[][] = Array.from({ length: result.columnCount }, () => [])
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
        for (const [index, column] of columns.entries())
          for (const value of plain(chunk.getColumnValues(index))) column.push(value)
      }
      return columns
    } finally {
      this.#release(connection)
    }
  }

  /** Runs a statement that selects one row with one BLOB and returns it; empty for null. */
  async bytes(sql: string, parameters: readonly Parameter[]): Promise<Uint8Array> {
    const connection = await this.#connect()
    const { DuckDBBlobVector } = await duckdb()
    try {
      // Streamed, because a result that is kept whole holds the value twice.
      const chunk = await (await connection.stream(sql, [...parameters])).fetchChunk()
      // A stream that fails ends like one without rows.
      if (!chunk || chunk.rowCount === 0) throw new Error('A statement ended without its row.')
      const vector = chunk.getColumnVector(0)
      if (!(vector instanceof DuckDBBlobVector)) throw new TypeError('A statement selected no bytes.')
      const value = vector.getItemBytes(0) ?? new Uint8Array(0)
      // A value of a few bytes is a view into the vector; a longer one is a copy already.
      const bytes = value.length < value.buffer.byteLength ? value.slice() : value
      // Frees DuckDB's own copy at once. The chunk itself lives until V8 collects its object.
      chunk.reset()
      this.#collectAfter(bytes.length)
      return bytes
    } finally {
      this.#release(connection)
    }
  }

  /** Runs a statement that selects one INTEGER column without nulls, of any number of rows. */
  async integers(sql: string, parameters: readonly Parameter[]): Promise<Int32Array> {
    const connection = await this.#connect()
    try {
      const result = await connection.run(sql, [...parameters])
      let values = new Int32Array(4096)
      let length = 0
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
        const vector = chunk.getColumnVector(0)
        if (length + chunk.rowCount > values.length) {
          const grown = new Int32Array(2 * values.length + chunk.rowCount)
          grown.set(values)
          values = grown
        }
        for (let row = 0; row < vector.itemCount; row++) values[length++] = Number(vector.getItem(row))
      }
      return values.slice(0, length)
    } finally {
      this.#release(connection)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const connection of this.#busy) connection.interrupt()
    for (const connection of this.#idle.splice(0)) connection.closeSync()
    const instance = await this.#instance?.catch(() => null)
    instance?.closeSync()
    if (instance) await rm(this.#places.spill, { recursive: true, force: true })
  }

  async #connect(): Promise<DuckDBConnection> {
    if (this.#isClosed) throw new Error('The results are closed.')
    this.#instance ??= openInstance(this.#places, this.#share)
    const connection = this.#idle.pop() ?? (await (await this.#instance).connect())
    this.#busy.add(connection)
    return connection
  }

  /**
   * DuckDB's results and chunks are freed when V8 collects their objects. V8 counts only the few bytes of the objects themselves, so
   * by itself it would let a download keep a hundred megabytes.
   */
  #collectAfter(bytes: number): void {
    this.#uncollected += bytes
    if (this.#uncollected < COLLECT_AFTER_BYTES) return
    this.#uncollected = 0
    collectYoungGarbage()
  }

  #release(connection: DuckDBConnection): void {
    this.#busy.delete(connection)
    if (this.#isClosed || this.#idle.length >= MAX_IDLE_CONNECTIONS) connection.closeSync()
    else this.#idle.push(connection)
  }
}

/** DuckDB is loaded on first use: a process that reads no results saves its 60 MB. */
const duckdb = () => import('@duckdb/node-api')

async function openInstance({ spill, readable }: Places, { memory, threads }: Share): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await duckdb()
  await mkdir(spill, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memory}MB`,
    threads: String(threads),
    temp_directory: spill,
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    // Returns the memory of a large result to the system within a second, instead of with the next statement.
    allocator_background_threads: 'true',
  })
  const connection = await instance.connect()
  const directories = readable.map((path) => `'${path.replaceAll("'", "''")}'`)
  await connection.run(`SET GLOBAL TimeZone = 'UTC'`)
  // Result files never change, so their metadata can be cached.
  await connection.run('SET GLOBAL parquet_metadata_cache = true')
  await connection.run(`SET GLOBAL allowed_directories = [${directories.join(', ')}]`)
  await connection.run('SET GLOBAL enable_external_access = false')
  await connection.run('SET GLOBAL lock_configuration = true')
  connection.closeSync()
  return instance
}

function plain(values: readonly DuckDBValue[]): readonly Selected[] {
  if (!isPlain(values)) throw new TypeError('A statement selected values that are no plain ones.')
  return values
}

function isPlain(values: readonly DuckDBValue[]): values is readonly Selected[] {
  return values.every((value) => value === null || typeof value !== 'object')
}
