import { type FileHandle, open, rm } from 'node:fs/promises'
import { writing } from '../files/disk-full.ts'
import type { Batch, Column } from './batch.ts'
import { joinedExtremes } from './parquet-extremes.ts'
import { type ColumnChunk, footer, MAGIC, type RowGroup } from './parquet-footer.ts'
import { type Page, PageRows } from './parquet-page.ts'

/** Rows per row group: the unit that DuckDB processes at once, so that it can skip groups or process them in parallel. */
export const GROUP_ROWS = 122_880
/** Groups of wide rows end earlier, so that memory use stays constant. */
const GROUP_BYTES = 48 * 1024 * 1024
const PAGE_BYTES = 512 * 1024
/** Maximum size of values that wait for compression; beyond it `append` waits. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024

/**
 * Writes batches of columns as a Parquet file (https://github.com/apache/parquet-format), in row groups, with constant memory:
 * values are copied as bytes, compressed with zstd in Node's thread pool, and flushed group by group. Columns are named `c0`,
 * `c1`, … because DuckDB ignores case in column names. The file has a second footer with the real names right before the one with
 * these names, for the download of the file; see `parquet-footer.ts`. Not for concurrent use: one `append` at a time.
 */
export class ParquetWriter {
  readonly #path: string
  readonly #file: FileHandle
  readonly #columns: readonly Column[]
  readonly #groups: RowGroup[] = []
  #group: Group
  #writing: Promise<void> = Promise.resolve()
  #failure: unknown = null
  #position = 0
  #rowCount = 0
  readonly #compression = new Compression()

  private constructor(path: string, file: FileHandle, columns: readonly Column[]) {
    this.#path = path
    this.#file = file
    this.#columns = columns
    this.#group = new Group(columns, this.#compression)
  }

  /** Creates the file, or truncates an existing one. Every write may fail with the AppError `disk_full`. */
  static async open(path: string, columns: readonly Column[]): Promise<ParquetWriter> {
    const file = await open(path, 'w', 0o600)
    const writer = new ParquetWriter(path, file, columns)
    try {
      await writer.#write([MAGIC])
      return writer
    } catch (error) {
      await writer.abort()
      throw error
    }
  }

  /**
   * Appends the rows of a batch. Their bytes are copied before the method returns; the promise resolves when there is room for
   * more.
   * @throws errors of earlier writes as well, so that a slow source does not go on in vain
   */
  async append(batch: Batch): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    this.#group.append(batch)
    this.#rowCount += batch.rowCount
    if (this.#group.isFull) {
      const previous = this.#writing
      this.#flush()
      await previous
    }
    await this.#compression.room()
  }

  /** Completes and closes the file. */
  async finish(): Promise<{ size: number; rowCount: number }> {
    this.#flush()
    await this.#writing
    const named = footer(this.#columns, 'real', this.#groups, this.#rowCount)
    const numbered = footer(this.#columns, 'numbered', this.#groups, this.#rowCount)
    await this.#write([named, numbered])
    await this.#file.close()
    return { size: this.#position, rowCount: this.#rowCount }
  }

  /** Closes and removes the file. */
  async abort(): Promise<void> {
    await this.#writing.catch(() => {})
    await this.#file.close()
    await rm(this.#path, { force: true })
  }

  #flush(): void {
    const group = this.#group
    if (group.rowCount === 0) return
    this.#group = new Group(this.#columns, this.#compression)
    const pages = group.pages()
    // The error reaches the caller who awaits the write; until then it must not count as an unhandled rejection.
    pages.catch(() => {})
    this.#writing = this.#writing.then(async () => this.#writeGroup(await pages, group.rowCount))
    this.#writing.catch((failure: unknown) => {
      this.#failure = failure
    })
  }

  async #writeGroup(pagesOfColumns: Page[][], rowCount: number): Promise<void> {
    const start = this.#position
    let position = start
    const chunks = pagesOfColumns.map((pages): ColumnChunk => {
      const chunk = {
        ...{ offset: position, valueCount: rowCount, nullCount: sum(pages, 'nullCount') },
        extremes: joinedExtremes(
          pages.flatMap(({ extremes, rowCount, nullCount }) => (rowCount > nullCount ? [extremes] : [])),
        ),
        ...{ size: sum(pages, 'size'), rawSize: sum(pages, 'rawSize') },
      }
      position += chunk.size
      return chunk
    })
    await this.#write(pagesOfColumns.flat().flatMap(({ head, body }) => [head, body]))
    this.#groups.push({ offset: start, rowCount, chunks })
  }

  async #write(parts: Uint8Array[]): Promise<void> {
    // The operating system limits the number of buffers in one call (IOV_MAX).
    for (let i = 0; i < parts.length; i += 1024) {
      const some = parts.slice(i, i + 1024)
      await writing(() => this.#file.writev(some))
      this.#position += some.reduce((size, part) => size + part.length, 0)
    }
  }
}

/** The rows of one row group, spread over the pages of each column. */
class Group {
  rowCount = 0
  #byteLength = 0
  readonly #columns: { open: PageRows; closed: Promise<Page>[]; kind: Column['storage']['kind'] }[]
  readonly #compression: Compression

  constructor(columns: readonly Column[], compression: Compression) {
    this.#columns = columns.map(({ storage: { kind } }) => ({ kind, open: new PageRows(kind), closed: [] }))
    this.#compression = compression
  }

  get isFull(): boolean {
    return this.rowCount >= GROUP_ROWS || this.#byteLength >= GROUP_BYTES
  }

  append({ rowCount, vectors }: Batch): void {
    this.#columns.forEach((column, index) => {
      const vector = vectors[index]
      if (!vector) throw new RangeError(`A batch of ${vectors.length} columns was given for ${this.#columns.length}.`)
      column.open.append(vector, rowCount)
      this.#byteLength += vector.values.length
      if (column.open.byteLength < PAGE_BYTES) return
      column.closed.push(this.#compression.close(column.open))
      column.open = new PageRows(column.kind)
    })
    this.rowCount += rowCount
  }

  pages(): Promise<Page[][]> {
    return Promise.all(
      this.#columns.map(({ open, closed }) =>
        Promise.all(open.rowCount > 0 ? [...closed, this.#compression.close(open)] : closed),
      ),
    )
  }
}

/** Counts the bytes that wait for compression. */
class Compression {
  #waitingBytes = 0
  readonly #pages: Promise<Page>[] = []

  close(rows: PageRows): Promise<Page> {
    const bytes = rows.byteLength
    this.#waitingBytes += bytes
    const page = rows.close().finally(() => {
      this.#waitingBytes -= bytes
      this.#pages.splice(this.#pages.indexOf(page), 1)
    })
    this.#pages.push(page)
    page.catch(() => {})
    return page
  }

  /** Resolves when there is room for more; rejects if a compression has failed. */
  async room(): Promise<void> {
    while (this.#waitingBytes > MAX_WAITING_BYTES) await this.#pages[0]
  }
}

function sum(pages: readonly Page[], field: 'size' | 'rawSize' | 'nullCount'): number {
  return pages.reduce((total, page) => total + page[field], 0)
}
