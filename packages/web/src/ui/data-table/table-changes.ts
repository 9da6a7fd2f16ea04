import type { Condition } from '@sightline/domain/explore/exploration.ts'
import type { TotalKind } from '@sightline/domain/table-columns/column-totals.ts'
import type { ReactNode } from 'react'

/** The changes to a table that the menus of its columns offer beside sorting. Columns are named. */
export interface TableChanges {
  /** The conditions that rows meet. */
  conditions: readonly Condition[]
  /** Replaces the conditions of a column. */
  filter(column: string, conditions: Condition[]): void
  hide(column: string): void
  pin(column: string, isPinned: boolean): void
  /** The fields that change the format of a column; null for a column without one. */
  formatFields(column: string): ReactNode | null
  /** The totals that suit a column. */
  totals(column: string): TotalChoice[]
  summarize(column: string, total: TotalKind): void
  /** Explores the rows by the values of a column; null where it is not offered. */
  groupBy: ((column: string) => void) | null
  /** Undoes all changes; null if there are none, and where they are stored. */
  reset: (() => void) | null
}

export interface TotalChoice {
  kind: TotalKind
  label: string
  isChosen: boolean
}
