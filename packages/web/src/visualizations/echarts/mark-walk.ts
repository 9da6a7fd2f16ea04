import { i18n } from '@sightline/domain/language/i18n.ts'
import type { ClickedMark } from './chart-option.ts'
import type { TableRows } from './table-rows.ts'

/** A mark at which the keyboard can stop. */
export interface WalkStep {
  /** Key of the series in the option of ECharts; null for the first one. */
  seriesId: string | null
  /** Index of the mark in its series. */
  dataIndex: number
  /** Whether rows of the result are behind the mark. */
  hasRows: boolean
  /** Names and values of the mark, for screen readers. */
  text: string
}

/** A mark as a click on it is reported. */
export const clickedOf = ({ seriesId, dataIndex }: Pick<WalkStep, 'seriesId' | 'dataIndex'>): ClickedMark => ({
  seriesId: seriesId ?? undefined,
  dataIndex,
})

/** The marks of each series, in drawing order. A series without marks is left out. */
export type MarkWalk = readonly (readonly WalkStep[])[]

export interface WalkPlace {
  series: number
  at: number
}

/**
 * The place after a key: left and right go through the marks of a series, up and down through the series, Home and End to the
 * ends of the series, Page Up and Page Down a tenth of it. The ends hold.
 * @returns null for any other key
 */
export function walked(walk: MarkWalk, { series, at }: WalkPlace, key: string): WalkPlace | null {
  const count = walk[series]?.length ?? 0
  const page = Math.max(1, Math.round(count / 10))
  const along = (next: number): WalkPlace => ({ series, at: clamped(next, count) })
  const across = (next: number): WalkPlace => {
    const other = clamped(next, walk.length)
    return { series: other, at: clamped(at, walk[other]?.length ?? 0) }
  }
  switch (key) {
    case 'ArrowRight':
      return along(at + 1)
    case 'ArrowLeft':
      return along(at - 1)
    case 'ArrowDown':
      return across(series + 1)
    case 'ArrowUp':
      return across(series - 1)
    case 'Home':
      return along(0)
    case 'End':
      return along(count - 1)
    case 'PageDown':
      return along(at + page)
    case 'PageUp':
      return along(at - page)
    default:
      return null
  }
}

const clamped = (index: number, count: number) => Math.max(0, Math.min(count - 1, index))

/**
 * The texts of a table row as one text. Several values are named after their columns; a missing one is "no value".
 * @param values heads of the columns with values
 */
export const stepText = (head: readonly string[], values: readonly string[], texts: readonly string[]): string =>
  texts
    .map((text, index) => {
      const title = head[index] ?? ''
      if (!values.includes(title)) return text
      const value = text === '' ? i18n._('no value') : text
      return values.length > 1 ? `${title} ${value}` : value
    })
    .filter((text) => text !== '')
    .join(', ')

/** The walk of a chart whose only series has its marks in the order of its table. @param hasRow whether the mark at an index has rows */
export function walkOfTable({ head, numbers, rows }: TableRows, hasRow: (index: number) => boolean): MarkWalk {
  if (rows.length === 0) return []
  return [
    rows.map((texts, index) => ({
      seriesId: null,
      dataIndex: index,
      hasRows: hasRow(index),
      text: stepText(head, numbers, texts),
    })),
  ]
}
