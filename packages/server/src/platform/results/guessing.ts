import type { ColumnType } from '@sightline/contract/executions.ts'
import { type Batch, type Column, type Storage, uniqueNames, type Vector } from './batch.ts'
import { VectorBuilder } from './vectors.ts'

const BATCH_ROWS = 8192

/** What a value is, as far as its column cares. `wide` is an integer that a double does not hold exactly. */
type Kind = 'boolean' | 'integer' | 'wide' | 'float' | 'instant' | 'json' | 'text'

type Value = boolean | number | bigint | string | Date | object

/**
 * A column of a source that has values but no types. It holds the values until all of them are known, and then decides how to
 * store them: all alike in their own way, integers and fractions as numbers, anything else as text. Nothing is rounded.
 */
export class GuessingBuilder {
  readonly #values: (Value | null)[] = []
  readonly #kinds = new Set<Kind>()
  /** What the wire calls the texts, while they agree; null once they do not, or before the first. */
  #textType: ColumnType | null = null

  get rowCount(): number {
    return this.#values.length
  }

  /** Adds a value as a JSON reader or a driver gives it. `undefined` is null, objects and lists are JSON. */
  append(value: unknown): void {
    if (value === null || value === undefined) {
      this.#values.push(null)
      return
    }
    const known = plainValue(value)
    const kind = kindOf(known)
    if (kind === 'text' && known !== '') {
      const type = guessTextType(String(known))
      this.#textType = this.#kinds.has('text') && this.#textType !== null && this.#textType !== type ? 'string' : type
    }
    if (kind !== 'text' || known !== '') this.#kinds.add(kind)
    this.#values.push(known)
  }

  /** The wire's type and the storage of the values so far. */
  guess(): { type: ColumnType; storage: Storage } {
    const only = (...kinds: Kind[]) => this.#kinds.size > 0 && [...this.#kinds].every((kind) => kinds.includes(kind))
    const hasEmptyText = this.#values.includes('')
    if (!hasEmptyText) {
      if (only('boolean')) return { type: 'boolean', storage: { kind: 'boolean' } }
      if (only('integer')) return { type: 'integer', storage: { kind: 'int64' } }
      if (only('integer', 'wide')) return { type: 'integer', storage: { kind: this.#fitsInt64() ? 'int64' : 'number_text' } }
      if (only('integer', 'float')) return { type: 'float', storage: { kind: 'double' } }
      if (only('integer', 'wide', 'float')) return { type: 'float', storage: { kind: 'number_text' } }
      if (only('instant')) return { type: 'datetime', storage: { kind: 'instant' } }
      if (only('json')) return { type: 'string', storage: { kind: 'json' } }
    }
    return { type: (only('text') && this.#textType) || 'string', storage: { kind: 'text' } }
  }

  /** The rows from `start` to before `end`, as the guess of all values has it. */
  vector(storage: Storage, start: number, end: number): Vector {
    const builder = new VectorBuilder(storage)
    for (const value of this.#values.slice(start, end)) {
      if (value === null) builder.appendNull()
      else appendTo(builder, value)
    }
    return builder.take()
  }

  #fitsInt64(): boolean {
    return this.#values.every((value) => typeof value !== 'bigint' || value === BigInt.asIntN(64, value))
  }
}

/** The result of columns that are complete, for a runner to answer. */
export function guessedResult(
  names: readonly string[],
  builders: readonly GuessingBuilder[],
): { columns: Column[]; batches: Iterable<Batch> } {
  const columns = uniqueNames(names).map((name, index): Column => {
    const { type, storage } = builders[index]?.guess() ?? { type: 'string', storage: { kind: 'text' } }
    return { name, type, storage, sourceType: '' }
  })
  return { columns, batches: batchesOf(columns, builders) }
}

function* batchesOf(columns: readonly Column[], builders: readonly GuessingBuilder[]): Generator<Batch, void, undefined> {
  const rowCount = builders[0]?.rowCount ?? 0
  for (let start = 0; start < rowCount; start += BATCH_ROWS) {
    const end = Math.min(start + BATCH_ROWS, rowCount)
    const vectors = columns.flatMap(({ storage }, index) => builders[index]?.vector(storage, start, end) ?? [])
    yield { rowCount: end - start, vectors }
  }
}

/** The wire's type of a text by what it reads like, of whatever source that knows no types. */
export function guessTextType(text: string): ColumnType {
  if (/^[+-]?\d+$/.test(text)) return 'integer'
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return 'float'
  if (/^(true|false)$/i.test(text)) return 'boolean'
  return /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text) ? 'datetime' : 'string'
}

function plainValue(value: unknown): Value {
  switch (typeof value) {
    case 'boolean':
    case 'number':
    case 'bigint':
    case 'string':
      return value
    default:
      return typeof value === 'object' && value !== null ? value : String(value)
  }
}

function kindOf(value: Value): Kind {
  switch (typeof value) {
    case 'boolean':
      return 'boolean'
    case 'bigint':
      return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? 'integer' : 'wide'
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'float'
    case 'string':
      return 'text'
    default:
      return value instanceof Date && !Number.isNaN(value.getTime()) ? 'instant' : 'json'
  }
}

function appendTo(builder: VectorBuilder, value: Value): void {
  switch (builder.storage.kind) {
    case 'boolean':
      builder.appendBoolean(value === true)
      break
    case 'int64':
      builder.appendInt64(BigInt(textOf(value)))
      break
    case 'double':
      builder.appendDouble(Number(value))
      break
    case 'instant':
      builder.appendInt64(value instanceof Date ? BigInt(value.getTime()) * 1000n : 0n)
      break
    default:
      builder.appendText(textOf(value))
  }
}

function textOf(value: Value): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().replace('.000Z', 'Z')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
