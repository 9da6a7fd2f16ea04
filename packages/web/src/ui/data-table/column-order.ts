/** Neighbouring columns that go elsewhere. */
export interface ColumnMove {
  /** Places of the first and the last of them, counted from 0. */
  left: number
  right: number
  /** The place, as it was, before which they come to stand; the number of columns for the end. */
  gap: number
}

/** Whether anything comes to stand elsewhere by it. */
export function changesOrder({ left, right, gap }: ColumnMove): boolean {
  return gap < left || gap > right + 1
}

/** Items side by side in their order after a move. */
export function afterMove<Item>(items: readonly Item[], { left, right, gap }: ColumnMove): Item[] {
  const moving = items.slice(left, right + 1)
  const [before, after] = [items.slice(0, gap), items.slice(gap)]
  const rest = (part: readonly Item[], from: number) => part.filter((_, at) => from + at < left || from + at > right)
  return [...rest(before, 0), ...moving, ...rest(after, gap)]
}

/** Where the column that stood at a place stands after a move. */
export function placeAfter(place: number, { left, right, gap }: ColumnMove): number {
  const count = right - left + 1
  if (place >= left && place <= right) return place + (gap > right ? gap - right - 1 : gap - left)
  if (place >= gap && place < left) return place + count
  if (place > right && place < gap) return place - count
  return place
}

/** Where neighbouring columns go by a key: one place to a side, or to an end of the table. */
export type MoveTarget = 'left' | 'right' | 'first' | 'last'

/**
 * The move that brings columns to where a key aims.
 * @param count columns of the table
 * @returns null when they are already at that end
 */
export function moveTowards(aim: MoveTarget, left: number, right: number, count: number): ColumnMove | null {
  if (aim === 'left' || aim === 'first') return left === 0 ? null : { left, right, gap: aim === 'first' ? 0 : left - 1 }
  return right === count - 1 ? null : { left, right, gap: aim === 'last' ? count : right + 2 }
}
