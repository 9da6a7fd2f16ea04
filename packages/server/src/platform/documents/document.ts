import type { Block } from './markdown.ts'

/** A dashboard with its data, ready to be written as a file. All texts are in the formats of the organization. */
export interface ExportDocument {
  title: string
  /** '' before set-up. */
  organization: string
  logo: { type: string; bytes: Uint8Array } | null
  /** The URL of the dashboard. */
  link: string
  /** When the file was made, with the time zone. */
  madeAt: string
  /** The values of parameters and filters that apply to all of it. */
  values: NamedText[]
  /** Sentences about parts that are not in the file. */
  notes: string[]
  /** A dashboard without tabs has one without a name. */
  tabs: DocumentTab[]
  page: PaperSize
}

export type PaperSize = 'a4' | 'letter'

export interface NamedText {
  name: string
  text: string
}

export interface DocumentTab {
  name: string | null
  widgets: DocumentWidget[]
}

/** A position in the grid of the dashboard, in its rows and columns. */
export interface GridPlace {
  col: number
  row: number
  columns: number
  rows: number
  /** Whether the height follows the content. */
  autoHeight: boolean
}

export interface DocumentWidget {
  place: GridPlace
  /** Null for a textbox. */
  title: string | null
  /** The name of the query beside the title; '' if there is none. */
  note: string
  /** The values and filters of this widget alone. */
  values: NamedText[]
  /** When its result was read, with the time zone; null if it has none. */
  time: string | null
  content: DocumentContent | null
  /** Sentences about the data, or the reason why there is none. */
  remarks: string[]
}

export type DocumentContent =
  | { kind: 'text'; blocks: Block[] }
  | ({ kind: 'drawing' } & Drawing)
  | ({ kind: 'table' } & DocumentTable)

/** A visualization as SVG. */
export interface Drawing {
  svg: string
  /** The same in the dark scheme; null if it was not requested. */
  dark: string | null
  /** Pixels. */
  width: number
  height: number
  description: string
  /** Its values; null if the drawing has all of them as text. */
  table: DocumentTable | null
}

export interface DocumentTable {
  /** One or more rows of heads. */
  heads: DocumentHead[][]
  rows: DocumentCell[][]
  /** Lines with totals, each below so many of the rows. */
  subtotals: { after: number; cells: DocumentCell[] }[]
  /** The totals below all rows; null for none. */
  foot: DocumentCell[] | null
  /** Whether its rows may be sorted: each is one of its own. */
  isSortable: boolean
  /** A sentence about the totals; '' for none. */
  note: string
  /** Number of rows that are not in `rows`. */
  more: number
}

export interface DocumentHead {
  text: string
  /** Number of columns below it. */
  span: number
  align: Alignment
  /** Whether the cells below it are numbers or dates, which read as others if they are cut. */
  isExact: boolean
}

export type Alignment = 'left' | 'center' | 'right'

export interface DocumentCell {
  text: string
  /** The URL that the text links to; null for none. */
  link: string | null
  /** The number by which it is sorted; null to sort by its text. */
  number: number | null
  look: CellColors | null
  /** Its look in the dark scheme; null to keep the colors of `look`. */
  darkLook: CellColors | null
  /** The list of numbers that the cell has, as a line; null if it is none. */
  sparkline: SparklineDrawing | null
}

/** A sparkline as SVG on no background, and its last value as text. The text of its cell describes it. */
export interface SparklineDrawing {
  svg: string
  last: string
}

/** Colors are `#RRGGBB`; null for the usual ones. */
export interface CellColors {
  background: string | null
  text: string | null
  /** Its ends as shares of the cell. */
  bar: { from: number; to: number; color: string } | null
}
