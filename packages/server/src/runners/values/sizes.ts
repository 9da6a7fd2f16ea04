import { isPlainObject } from './cells.ts'

/** About as many bytes as any value takes besides its contents. */
const EMPTY = 16

/** About how many bytes of memory a value takes, with what is inside of it. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return EMPTY + value.length
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + sizeOf(item), EMPTY)
  if (!isPlainObject(value)) return EMPTY
  let size = EMPTY
  for (const name in value) size += name.length + sizeOf(value[name])
  return size
}
