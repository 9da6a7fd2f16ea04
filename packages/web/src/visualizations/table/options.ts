import { z } from 'zod/mini'

/** Rows a page, as far as a page is asked for; any other stored number is kept. */
export const pageSizes = [5, 10, 15, 20, 25, 50, 100, 150, 200, 250]
export const DEFAULT_PAGE_SIZE = 25
/** On the query page, where a table with nothing stored has the window to itself. */
export const QUERY_PAGE_SIZE = 50

export const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

export const displays = ['string', 'number', 'datetime', 'boolean', 'image', 'link', 'json'] as const
export type Display = (typeof displays)[number]

const maybe = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined)
const text = maybe(z.string())
const flag = maybe(z.boolean())
const size = maybe(z.union([z.string(), z.number()]))

/** What is stored of one column; what is absent follows from the column itself. */
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
  /** The texts of false and true. */
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

/** The stored options of a table, by the names of the wire. A new table stores none of them. */
export const TableOptions = z.looseObject({
  /** Absent means the place's own number. */
  itemsPerPage: maybe(z.int().check(z.positive())),
  columns: z.catch(z._default(z.array(StoredColumn), []), []),
})
export type TableOptions = z.infer<typeof TableOptions>

/** Rows a page: what is stored, else 50 on the query page and 25 anywhere else. */
export const pageSizeOf = ({ itemsPerPage }: TableOptions, place: 'query page' | 'elsewhere') =>
  itemsPerPage ?? (place === 'query page' ? QUERY_PAGE_SIZE : DEFAULT_PAGE_SIZE)

/** The choices of rows a page, with a stored number that is not among them. */
export const pageSizeChoices = (stored: number | undefined) =>
  stored === undefined || pageSizes.includes(stored) ? pageSizes : [...pageSizes, stored].sort((a, b) => a - b)
