import type { Condition } from '@sightline/domain/explore/exploration.ts'

/** The changes to a table that the menus of its columns offer beside sorting. Columns are named. */
export interface TableChanges {
  /** The conditions that rows meet. */
  conditions: readonly Condition[]
  /** Replaces the conditions of a column. */
  filter(column: string, conditions: Condition[]): void
  hide(column: string): void
  pin(column: string, isPinned: boolean): void
  /** Undoes all changes; null if there are none, and where they are stored. */
  reset: (() => void) | null
}
