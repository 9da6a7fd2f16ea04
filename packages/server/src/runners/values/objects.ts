import type { RunnerResult } from '../runner.ts'
import { type Cell, isPlainObject } from './cells.ts'
import { type ItemGroups, readAhead } from './read-ahead.ts'
import { type DeclaredColumn, type Row, rowsResult } from './rows.ts'

export type ObjectRow = Record<string, unknown>

export interface ObjectOptions {
  /** The columns to show, in this order; others are dropped. */
  columns?: readonly string[]
  /** Whether nested objects become columns named `outer.inner`: at the first level, or at all levels. Arrays stay values. */
  flatten?: 'none' | 'one' | 'deep'
  /** Reorders the columns found. */
  arrange?: (names: readonly string[]) => readonly string[]
  /** Describes a column, if the source declares it. */
  columnOf?: (name: string) => DeclaredColumn
}

/** How many late columns the log names. */
const MAX_LATE_NAMES = 20

/**
 * Converts objects to the result of a runner: one column per key, in order of first appearance. Keys that first appear after
 * the objects read ahead (20,000) are dropped, which the log reports.
 */
export async function objectsResult(
  objects: ItemGroups<ObjectRow>,
  { columns, flatten = 'none', arrange = (found) => found, columnOf = (name) => ({ name }) }: ObjectOptions = {},
): Promise<RunnerResult> {
  const flat =
    flatten === 'none' ? (object: ObjectRow) => object : (object: ObjectRow) => flattenObject(object, flatten === 'deep')
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
    .slice(0, MAX_LATE_NAMES)
    .map((name) => `The column "${name}" first appears late in the result and is left out.`)
  return late.size > MAX_LATE_NAMES
    ? [...named, `${late.size - MAX_LATE_NAMES} more columns are left out for the same reason.`]
    : named
}

function namesOf(objects: readonly ObjectRow[]): string[] {
  const names = new Set<string>()
  for (const object of objects) for (const name of Object.keys(object)) names.add(name)
  return [...names]
}

/** Flattens nested objects: `{ a: { b: 1 } }` becomes `{ 'a.b': 1 }`, at all levels or only at the first. */
export function flattenObject(object: ObjectRow, deep: boolean): ObjectRow {
  const flat: ObjectRow = {}
  for (const [name, value] of Object.entries(object)) {
    if (!isPlainObject(value)) flat[name] = value
    else for (const [inner, part] of Object.entries(deep ? flattenObject(value, true) : value)) flat[`${name}.${inner}`] = part
  }
  return flat
}
