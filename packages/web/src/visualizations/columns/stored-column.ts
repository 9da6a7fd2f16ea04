import type { ColumnType } from '@sightline/contract/results.ts'
import { z } from 'zod/mini'
import { maybe, orElse } from '../stored-options.ts'

export const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

export const displays = ['string', 'number', 'datetime', 'boolean', 'image', 'link', 'json'] as const
export type Display = (typeof displays)[number]

const text = maybe(z.string())
const flag = maybe(z.boolean())
const size = maybe(z.union([z.string(), z.number()]))

/** The stored options of one column; absent ones follow from the column type. */
export const StoredColumn = z.looseObject({
  name: z.string(),
  type: maybe(z.nullable(z.string())),
  title: text,
  description: text,
  visible: flag,
  order: maybe(z.number()),
  alignContent: maybe(z.enum(alignments)),
  allowSearch: flag,
  displayAs: maybe(z.enum(displays)),
  allowHTML: flag,
  highlightLinks: flag,
  numberFormat: text,
  dateTimeFormat: text,
  /** Display texts for false and true. */
  booleanValues: maybe(z.array(z.string())),
  imageUrlTemplate: text,
  imageTitleTemplate: text,
  imageWidth: size,
  imageHeight: size,
  linkUrlTemplate: text,
  linkTextTemplate: text,
  linkTitleTemplate: text,
  linkOpenInNewTab: flag,
})
export type StoredColumn = z.infer<typeof StoredColumn>

/** The stored columns of a table or a details view. */
export const StoredColumns = orElse(z.array(StoredColumn), [])

/** The part of the options that describes columns. */
export interface ColumnsOptions {
  columns: StoredColumn[]
}

/** Returns the columns to store after one was changed or all were reordered; other stored options are kept. */
export function storedColumns(
  columns: readonly TableColumn[],
  stored: readonly StoredColumn[],
  change: { name: string; patch: Partial<StoredColumn> } | null,
): StoredColumn[] {
  const before = new Map(stored.map((column) => [column.name, column]))
  return columns.map(({ name, type }, order) => ({
    ...before.get(name),
    ...(change?.name === name ? change.patch : {}),
    name,
    type,
    order,
  }))
}

/** The settings of one column after defaults are applied. */
export interface TableColumn {
  /** Index in the result. */
  index: number
  name: string
  type: ColumnType | null
  title: string
  description: string
  visible: boolean
  order: number
  alignContent: Alignment
  allowSearch: boolean
  displayAs: Display
  allowHTML: boolean
  highlightLinks: boolean
  numberFormat: string
  dateTimeFormat: string
  /** The format of times at midnight in a column of days without a stored format; null for any other column. */
  dayFormat: string | null
  booleanValues: readonly [string, string]
  imageUrlTemplate: string
  imageTitleTemplate: string
  imageWidth: string | number
  imageHeight: string | number
  linkUrlTemplate: string
  linkTextTemplate: string
  linkTitleTemplate: string
  linkOpenInNewTab: boolean
}
