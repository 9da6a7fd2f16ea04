import type { Cell } from '@sightline/contract/results.ts'
import { type PivotLine, spansOf } from '@sightline/domain/pivot/lines.ts'

export interface PreparedLine {
  /** Fewer than the side has columns for the subtotal of a group. */
  keys: Cell[]
  /** One for each level. */
  headings: PreparedHeading[]
  total: string
}

export interface PreparedHeading {
  text: string
  /** How many lines it spans; 0 if a previous one covers the line, or one of a higher level. */
  span: number
  /** How many levels it spans: that of a subtotal covers those below it. */
  levels: number
  /** Whether the group that it begins is collapsed; null if it begins none that can be. */
  isCollapsed: boolean | null
}

/** A side of the table: its lines, and how they are written. */
interface Side {
  lines: readonly PivotLine[]
  /** Number of its columns. */
  depth: number
  /** The numbers of columns by which its lines are grouped. */
  levels: readonly number[]
  /** Writes a key of a level, from 0. */
  nameOf(key: Cell, level: number): string
  write(total: Cell): string
}

/** The lines of a side with their headings. */
export function preparedLines({ lines, depth, levels, nameOf, write }: Side): PreparedLine[] {
  const spans = Array.from({ length: depth }, (_, level) => spansOf(lines, level, depth))
  return lines.map(({ keys, total, isCollapsed }, line) => ({
    keys,
    headings: Array.from({ length: depth }, (_, level): PreparedHeading => {
      const key = keys[level]
      const isOwn = level === keys.length - 1 && keys.length < depth
      const name = key === undefined ? '' : nameOf(key, level)
      const begins = levels.includes(level + 1) ? false : null
      return {
        text: isOwn && !isCollapsed ? `${name} Total` : name,
        span: spans[level]?.[line] ?? 1,
        levels: isOwn ? depth - level : 1,
        isCollapsed: isOwn ? (isCollapsed ? true : null) : begins,
      }
    }),
    total: write(total),
  }))
}
