import type { Batch, Column, Storage, Vector } from '../platform/results/batch.ts'
import { viewOf } from '../platform/results/vectors.ts'
import type { RunnerResult } from '../runners/runner.ts'

/** A value as tests write it: 64-bit integers as bigint, decimals as digit strings, dates and times as ISO strings in UTC. */
export type ReadValue = boolean | number | bigint | string | null

/** Reads all batches of a runner's result into rows. */
export async function rowsOf(result: RunnerResult): Promise<ReadValue[][]> {
  const rows: ReadValue[][] = []
  for await (const batch of result.batches) rows.push(...rowsOfBatch(result.columns, batch))
  return rows
}

function rowsOfBatch(columns: readonly Column[], { rowCount, vectors }: Batch): ReadValue[][] {
  const read = vectors.map((vector, index) => valuesOf(columns[index]?.storage ?? { kind: 'text' }, vector, rowCount))
  return Array.from({ length: rowCount }, (_, row) => read.map((values) => values[row] ?? null))
}

function valuesOf(storage: Storage, { values, validity }: Vector, rowCount: number): ReadValue[] {
  const view = viewOf(values)
  let at = 0
  const all = Array.from({ length: rowCount }, (_, row): ReadValue => {
    if (validity && !validity[row]) return null
    const { value, width } = valueAt(storage, view, values, at)
    at += width
    return value
  })
  if (at !== values.length) throw new Error(`${values.length - at} bytes are left of a vector of ${storage.kind}.`)
  return all
}

function valueAt(storage: Storage, view: DataView, bytes: Uint8Array, at: number): { value: ReadValue; width: number } {
  switch (storage.kind) {
    case 'boolean':
      return { value: view.getUint8(at) === 1, width: 1 }
    case 'int32':
      return { value: view.getInt32(at, true), width: 4 }
    case 'int64':
      return { value: view.getBigInt64(at, true), width: 8 }
    case 'double':
      return { value: view.getFloat64(at, true), width: 8 }
    case 'date':
      return { value: timeText(BigInt(view.getInt32(at, true)) * MICROS_A_DAY).replace(/T.*/, ''), width: 4 }
    case 'timestamp':
    case 'instant':
      return { value: timeText(view.getBigInt64(at, true)), width: 8 }
    case 'decimal':
      return { value: decimalText((view.getBigInt64(at) << 64n) | view.getBigUint64(at + 8), storage.scale), width: 16 }
    case 'number_text':
    case 'text':
    case 'json': {
      const length = view.getUint32(at, true)
      return { value: Buffer.from(bytes.subarray(at + 4, at + 4 + length)).toString(), width: 4 + length }
    }
  }
}

const MICROS_A_DAY = 86_400_000_000n

/** Microseconds as an ISO string; as a number if out of the range of dates. */
function timeText(micros: bigint): string {
  const millis = micros / 1000n - (micros % 1000n < 0n ? 1n : 0n)
  const date = new Date(Number(millis))
  if (Number.isNaN(date.getTime())) return String(micros)
  const rest = String(micros - millis * 1000n).padStart(3, '0')
  return date.toISOString().replace('Z', rest === '000' ? '' : rest)
}

function decimalText(unscaled: bigint, scale: number): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  const sign = unscaled < 0n ? '-' : ''
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
