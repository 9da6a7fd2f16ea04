import { isPlainObject } from './cells.ts'

/** Groups of items as they arrive. Can be read once. */
export type ItemGroups<Item> = AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>

const AHEAD_ITEMS = 20_000
/** Approximate bytes. */
const AHEAD_SIZE = 32_000_000

export interface ReadAhead<Item> {
  ahead: Item[]
  /** The remaining groups. A caller that does not read them to the end must call `return`. */
  rest: AsyncGenerator<readonly Item[], void, undefined>
  /** Nothing comes after them. */
  isWhole: boolean
}

/**
 * Reads whole groups until there are enough items to judge by, or no more.
 * @param stopAtFirst whether one non-empty group is enough
 */
export async function readAhead<Item>(
  groups: ItemGroups<Item>,
  { stopAtFirst }: { stopAtFirst: boolean },
): Promise<ReadAhead<Item>> {
  const reading = iterate(groups)
  const ahead: Item[] = []
  let size = 0
  for (;;) {
    const { value: group, done } = await reading.next()
    if (done) return { ahead, rest: reading, isWhole: true }
    for (const item of group) {
      ahead.push(item)
      size += sizeOf(item)
    }
    if (ahead.length >= AHEAD_ITEMS || size >= AHEAD_SIZE || (stopAtFirst && ahead.length > 0)) break
  }
  return { ahead, rest: reading, isWhole: false }
}

async function* iterate<Item>(groups: ItemGroups<Item>): AsyncGenerator<readonly Item[], void, undefined> {
  yield* groups
}

/** Approximate bytes of any value in addition to its content. */
const BASE_SIZE = 16

/** Approximate bytes of memory that a value takes, including nested values. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return BASE_SIZE + value.length
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + sizeOf(item), BASE_SIZE)
  if (!isPlainObject(value)) return BASE_SIZE
  let size = BASE_SIZE
  for (const name in value) size += name.length + sizeOf(value[name])
  return size
}
