import type { EventEmitter } from 'node:events'
import { z } from 'zod'
import type { Cell } from '../values/cells.ts'
import type { ColumnReading } from './columns.ts'
import type { Transaction } from './connection.ts'

/** What the driver puts where a blob belongs: it reads its bytes when it is called. */
type BlobReader = (transaction: Transaction, opened: (error: unknown, name: unknown, bytes: EventEmitter) => void) => void

const BlobReader = z.custom<BlobReader>((value) => typeof value === 'function')

/** Fetches what is kept apart from rows, one blob after the other, as the protocol wants it: texts as such, bytes as they are. */
export async function withBlobs(rows: Cell[][], readings: readonly ColumnReading[], transaction: Transaction): Promise<void> {
  const columns = readings.flatMap(({ blob }, index) => (blob === null ? [] : [{ index, blob }]))
  if (columns.length === 0) return
  for (const row of rows) {
    for (const { index, blob } of columns) {
      const reader = row[index] ?? null
      if (reader === null) continue
      const bytes = await bytesOf(BlobReader.parse(reader), transaction)
      row[index] = blob === 'text' ? bytes.toString() : bytes
    }
  }
}

function bytesOf(read: BlobReader, transaction: Transaction): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    read(transaction, (error, _name, bytes) => {
      if (error) {
        reject(error)
        return
      }
      const parts: Uint8Array[] = []
      bytes.on('data', (part: Uint8Array) => parts.push(part))
      bytes.on('end', () => resolve(Buffer.concat(parts)))
      bytes.on('error', reject)
    })
  })
}
