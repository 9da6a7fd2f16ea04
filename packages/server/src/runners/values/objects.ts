import type { RunnerResult } from '../runner.ts'
import { type Cell, isPlainObject } from './cells.ts'
import { type Groups, readAhead } from './read-ahead.ts'
import { type DeclaredColumn, type Row, rowsResult } from './rows.ts'

export type ObjectRow = Record<string, unknown>

export interface ObjectOptions {
  /** The columns, in this order, and no others. */
  columns?: readonly string[]
  /** Whether objects inside become columns named `outer.inner`: those of the first level, or of every one. Lists stay. */
  flatten?: 'none' | 'one' | 'deep'
  /** Puts the columns that were found in another order. */
  arrange?: (names: readonly string[]) => readonly string[]
  /** What the source declares of a column. */
  columnOf?: (name: string) => DeclaredColumn
}

/** How many columns that came too late are named. */
const NAMED_LATE = 20

/**
 * Objects as the answer of a runner: a column for each name, in order of first appearance. Names that first appear after the
 * objects read ahead (20,000) are left out, and the log says so.
 */
export async function objectsResult(
  objects: Groups<ObjectRow>,
  { columns, flatten = 'none', arrange = (found) => found, columnOf = (name) => ({ name }) }: ObjectOptions = {},
): Promise<RunnerResult> {
  const flat = flatten === 'none' ? (object: ObjectRow) => object : (object: ObjectRow) => flattened(object, flatten === 'deep')
  const { ahead, rest } = await readAhead(objects, { stopAtFirst: false })
  const first = ahead.map(flat)
  const names = columns ?? arrange(namesOf(first))
  const late = new Set<string>()
  const known = new Set(names)
  const toRow = (object: ObjectRow): Row => names.map((name): Cell => (Object.hasOwn(object, name) ? object[name] : null))
  const groups = async function* () {
    try {
      yield first.map(toRow)
      for await (const group of rest) {
        const later = group.map(flat)
        if (!columns) for (const object of later) for (const name of Object.keys(object)) if (!known.has(name)) late.add(name)
        yield later.map(toRow)
      }
    } finally {
      await rest.return()
    }
  }
  return rowsResult(names.map(columnOf), groups(), { log: () => lateColumns(late) })
}

function lateColumns(late: ReadonlySet<string>): string[] {
  const named = [...late]
    .slice(0, NAMED_LATE)
    .map((name) => `The column "${name}" first appears late in the result and is left out.`)
  return late.size > NAMED_LATE ? [...named, `${late.size - NAMED_LATE} more columns are left out for the same reason.`] : named
}

function namesOf(objects: readonly ObjectRow[]): string[] {
  const names = new Set<string>()
  for (const object of objects) for (const name of Object.keys(object)) names.add(name)
  return [...names]
}

/** `{ a: { b: 1 } }` as `{ 'a.b': 1 }`: objects inside objects are opened on every level, or on the first only. */
export function flattened(object: ObjectRow, deep: boolean): ObjectRow {
  const flat: ObjectRow = {}
  for (const [name, value] of Object.entries(object)) {
    if (!isPlainObject(value)) flat[name] = value
    else for (const [inner, part] of Object.entries(deep ? flattened(value, true) : value)) flat[`${name}.${inner}`] = part
  }
  return flat
}
