import type { OtherResult, RunParameter } from '@sightline/contract/pictures.ts'
import type { GroupsRequest } from '@sightline/contract/result-groups.ts'
import type { Cell } from '@sightline/contract/results.ts'
import type { MapTileLayer } from '@sightline/contract/session.ts'
import type { MarkRole } from '@sightline/domain/dashboards/click-action.ts'
import type { Condition, Exploration } from '@sightline/domain/explore/exploration.ts'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import type { AskedBins, Bins } from '@sightline/domain/grouping/bins.ts'
import { visualizationTypeName } from '@sightline/domain/visualization-names.ts'
import type { ComponentType } from 'react'
import type { z } from 'zod/mini'
import type { RowSource, SourceColumn } from '../ui/data-table/row-source.ts'

/** The aggregation of the rows of a group. */
type MeasureKind = GroupsRequest['measures'][number]['kind']

/** A grouping of rows, once for each set of columns; all columns must be in the result. */
export interface GroupNeeds {
  kind: 'groups'
  sets: string[][]
  /** `column` is null for `count`. */
  measures: { kind: MeasureKind; column: string | null }[]
  /** Maximum number of groups per set. */
  limit: number
  /** Rows with one of these values are excluded. */
  without: { column: string; values: Cell[] }[]
  /** Columns whose numbers are grouped by ranges of equal, round width, about `count` of them. */
  bins?: ({ column: string } & AskedBins)[]
  /** Columns whose dates and times are grouped by days, for instants those of the time zone. */
  days?: { columns: string[]; timeZone: string }
}

/** Single cells: 1 and 2 count rows from the top, -1 and -2 from the bottom; both wrap around. */
export interface CellNeeds {
  kind: 'cells'
  cells: { column: string; row: number }[]
  /** A column that is read as well for a small line, thinned if it is long; omitted for none. */
  line?: string
}

/**
 * The part of a result that a visualization needs: whole columns (thinned if long), groups of rows, single cells, or windows of
 * rows.
 */
export type Needs =
  | GroupNeeds
  | CellNeeds
  | {
      kind: 'columns'
      columns: string[]
      /** The column whose extremes must survive thinning; null for none. */
      extreme: string | null
      /** Groups that result in the same chart as all rows, used if the rows would be thinned. */
      instead?: GroupNeeds
    }
  | { kind: 'windows' }

/** The columns that `needs` requested. */
export interface ColumnData {
  kind: 'columns'
  columns: SourceColumn[]
  /** Number of rows in the result. */
  total: number
  /** Number of rows in `values`; fewer if thinned. */
  shown: number
  /** One array per entry of `columns`. */
  values: Cell[][]
}
interface WindowData {
  kind: 'windows'
  source: RowSource
}
export interface GroupData {
  kind: 'groups'
  /** All columns of the result. */
  columns: SourceColumn[]
  /** The measures of each set, as requested. */
  asked: GroupNeeds['measures']
  /** Number of rows in the result. */
  total: number
  /** One for each requested set; empty if a column no longer exists. */
  sets: GroupSet[]
  /** The ranges of numbers, one for each of the requested divisions; omitted if there are none. */
  bins?: Bins[]
}
interface GroupSet {
  /** The columns of `keys`. */
  by: string[]
  /** Number of all groups; above the limit, those with the smallest first measure are left out here. */
  total: number
  keys: Cell[][]
  measures: Cell[][]
}
export interface CellData {
  kind: 'cells'
  columns: SourceColumn[]
  /** Number of rows in the result. */
  total: number
  /** One for each requested cell; null also if its column no longer exists. */
  cells: Cell[]
  /** The cells of the column for a line, in the order of the rows; empty if it no longer exists, omitted if it was not requested. */
  line?: Cell[]
}
export type ResultData = ColumnData | GroupData | CellData | WindowData

/** Formats and limits of this installation that apply to all visualizations. */
export interface Formats {
  dateFormat: string
  dateTimeFormat: string
  integerFormat: string
  floatFormat: string
  /** Separators of all numbers. */
  numberMarks: NumberMarks
  /** IANA name of the time zone in which times with a zone are shown. */
  timeZone: string
  /** Placeholder for missing values in tables. */
  nullText: string
  /** Maximum number of characters. */
  tableCellMaxJSONSize: number
  /** Whether charts may run custom JavaScript code of their authors. */
  allowsCustomCode: boolean
  /** Automatic colours of the organization, as stored; empty for those of the product. */
  chartColors: readonly string[]
  /** Tile layers of maps, the default first; if empty, no tile server is contacted. */
  mapTiles: readonly MapTileLayer[]
}

/**
 * Where a visualization is shown: the query page has its own defaults and a minimum height; a widget has the name of the
 * visualization in its head.
 */
export type Place = 'query page' | 'explore page' | 'widget' | 'elsewhere'

/** Whether a visualization fills the window. */
export const fillsPage = (place: Place): boolean => place === 'query page' || place === 'explore page'

/** The value of a mark in a column of the result. */
export interface MarkValue {
  column: string
  value: Cell
}

/** A clicked mark: its value on the x axis, and that of its series if a column groups the marks into series. */
export interface PickedMark {
  /** Also the value of a mark without axes, such as a tile; null if it has no single value, as a range of numbers. */
  x: MarkValue | null
  series: MarkValue | null
  /** Its value on the y axis, if that has names, as in a heatmap. */
  y: MarkValue | null
  /** The value of its small chart, if the visualization has one for each value of a column. */
  panel: MarkValue | null
  /** Further conditions that its rows meet, such as the ends of a range; omitted for none. */
  where?: readonly Condition[]
}
export type PickMark = (mark: PickedMark) => void

/** Selects the marks with this value: on the x axis, or as their series. Numbers equal their texts, as parameters hold them. */
export interface SelectedMark {
  by: MarkRole
  value: Cell
}

/** The marks that a visualization reports clicks on. */
export interface Marks {
  /** The column of their values on the x axis. */
  x: string
  /** The column that groups them into series; null if there is none. */
  series: string | null
  /** Whether a click filters the other widgets unless the editor of the dashboard chose something else: marks of categories do. */
  areCategories: boolean
}

/** Further abilities of a visualization, for the menu of the place that shows it. */
export interface VisualizationTools {
  /** Shows its data as a table. */
  showTable(): void
  /** Shows the middle half of x; null if it cannot be zoomed. */
  zoomIn: (() => void) | null
  /** Resolves to whether the browser allowed it. */
  copyImage(): Promise<boolean>
  savePng(): void
  saveSvg(): void
}

export interface RendererProps<Options> {
  name: string
  options: Options
  data: ResultData
  /** The latest result of the query that `otherQuery` names; null while it loads, or if there is none. */
  other?: OtherResult | null
  formats: Formats
  colorScheme: 'light' | 'dark'
  place: Place
  /** In the editor: stores a change that was made in the visualization itself. null elsewhere. */
  onArrange: ((patch: Partial<Options>) => void) | null
  /** Elsewhere: applies a change to the options that lasts as long as the visualization is shown. */
  onRearrange(patch: Partial<Options>): void
  /** Opens the editor of the visualization; null where it is not offered. */
  onEdit?: (() => void) | null
  /** Receives the tools of the visualization, which then has a menu of its own only on the query page; null where it shows its own menu. */
  onTools?: ((tools: VisualizationTools | null) => void) | null
  /** null if clicks have no effect; types without `marks` never call it. */
  onPick?: PickMark | null
  /** Shows what is behind a mark: on a right-click, and on a click where `onPick` is null. null where it is not offered. */
  onInspect?: PickMark | null
  /** Shows the rows behind cells of a table; null where its cells are those of rows. */
  cellRows?: CellRows | null
  /** Explores the result by groups; null where it is not offered. */
  onExplore?: ExploreGroups | null
  /** These marks stand out, and all others are dimmed; null if none is selected. */
  selected?: SelectedMark | null
}

/** The cells of a table that were computed from rows. */
export interface CellRows {
  /** The places of their columns in the rows of the table. Keep the same set as long as it does not change. */
  columns: ReadonlySet<number>
  show(row: readonly Cell[], column: number): void
}

/** Explores the rows of the result that meet conditions, in groups. */
export type ExploreGroups = (by: Pick<Exploration, 'groups' | 'conditions'>) => void

export interface EditorProps<Options> {
  options: Options
  /** All columns of the result. */
  columns: SourceColumn[]
  /** The data of the preview; null while it loads. */
  data: ResultData | null
  formats: Formats
  onChange(patch: Partial<Options>): void
  /** For a choice among all queries; null where it is not offered. */
  others: OtherQueries | null
  /** Of the query, with the values of the result; none where it has none. */
  parameters: readonly RunParameter[]
}

/** Loads the first rows of the latest result of a query, without running it. */
export type LoadOther = (queryId: number, signal: AbortSignal) => Promise<OtherResult>

/** The queries besides that of a visualization. */
export interface OtherQueries {
  load: LoadOther
  /** A field that chooses a query. */
  Picker: ComponentType<{ label: string; value: number | null; onChange(id: number): void }>
}

interface VisualizationType<Options = Record<string, unknown>> {
  /** Type id in the API. */
  type: string
  name: string
  /** Icon of tabs and pickers, 16 px. */
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** Not offered for new visualizations; existing ones are still shown and edited. */
  isDeprecated: boolean
  /** Fills defaults and upgrades old records; accepts any object. */
  options: z.ZodMiniType<Options>
  /**
   * Options of a new visualization, suggested from the columns and the first rows.
   * @param wanted options that the user has chosen, such as the kind of a chart
   */
  suggest(columns: SourceColumn[], rows: readonly Cell[][], wanted?: Partial<Options>): Partial<Options>
  /**
   * Options of visualizations that show a result well, the best one first, to be offered after a run; omitted for types that are
   * only chosen on purpose. @param rows the first rows
   */
  thumbnails?(columns: SourceColumn[], rows: readonly Cell[][]): Partial<Options>[]
  /** Fills in the values of the run that returned the result; omitted for types that show none of them. */
  withParameters?(options: Options, parameters: readonly RunParameter[]): Options
  /** A name for a new visualization that says what it shows; null, or omitted, for the name of the type. */
  nameOf?(options: Options): string | null
  /** @param formats of the reader, whose days may be needed */
  needs(options: Options, columns: SourceColumn[], formats: Pick<Formats, 'timeZone'>): Needs
  /** Id of a query besides its own whose rows it shows as well, null for none; omitted for types that never do. */
  otherQuery?(options: Options): number | null
  /** The columns without which it cannot show a result, such as `a column of dates`; omitted for types that suit every result. */
  asksFor?: string
  /** A sentence that says what must be chosen before saving; null if nothing is missing. */
  problem(options: Options, columns: SourceColumn[]): string | null
  /** Default and minimum size of a widget, in grid units. */
  size: { columns: number; rows: number; minColumns: number; minRows: number; autoHeight: boolean }
  /**
   * Height of the full content in pixels, for a type that shows only a part of its content at a time; the height of others is
   * measured.
   * @param rows number of rows in the result
   */
  contentHeight?(options: Options, rows: number): number
  /** Whether it has its own search box; omitted for types that never have one. */
  hasSearch?(options: Options): boolean
  /** The shape of its loading placeholder; a plot by default. */
  outline?: 'rows' | 'figure'
  /** The guide that explains it; "Tables and figures" by default. */
  guide?: 'charts-and-maps'
  /** The marks that it reports clicks on, null if there are none; omitted for types that report no clicks. */
  marks?(options: Options, columns: readonly SourceColumn[]): Marks | null
  /** Whether it calls `onInspect`, so that a click without another effect shows the rows behind a mark; omitted if it does not. */
  showsRowsOfMarks?: boolean
  load(): Promise<{ Renderer: ComponentType<RendererProps<Options>> }>
  /** A separate chunk, because most pages only show visualizations. */
  loadEditor(): Promise<{ Editor: ComponentType<EditorProps<Options>> }>
}

/** A type whose options are known only to itself: they pass through its own `options` schema. */
export type AnyVisualizationType = VisualizationType<Record<string, unknown>>

/** Defines a visualization type. Its name follows from its id, since the server needs it as well. */
export function defineVisualization<Options>(definition: Omit<VisualizationType<Options>, 'name'>): AnyVisualizationType {
  return { ...definition, name: visualizationTypeName(definition.type) } as unknown as AnyVisualizationType
}

/** Height of a grid row in pixels. */
const ROW_HEIGHT = 50
/** Upper limit of the minimum height on the query page and in embeds, in grid rows. */
const PAGE_ROWS = 7
/** The same below the editor, which leaves only a low pane. */
const PANE_ROWS = 4

/**
 * Returns the minimum height on the query page and in embeds, in pixels: a visualization fills a higher window and scrolls in a
 * lower one. Types that are as high as their rows have none.
 */
export const minHeightOf = ({ size }: Pick<VisualizationType<never>, 'size'>): number =>
  size.autoHeight ? 0 : Math.min(size.rows, PAGE_ROWS) * ROW_HEIGHT

/** Returns the minimum height below the editor of a query, in pixels; a visualization fills a higher pane. */
export const minPaneHeightOf = (type: Pick<VisualizationType<never>, 'size'>): number =>
  Math.min(minHeightOf(type), PANE_ROWS * ROW_HEIGHT)
