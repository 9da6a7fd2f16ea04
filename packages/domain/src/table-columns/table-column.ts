import type { ColumnType } from '@sightline/contract/results.ts'
import type { ColorRule } from './color-rules.ts'
import type { TotalKind } from './column-totals.ts'
import type { ChangeKind, ComparedStep } from './comparison.ts'
import type { SparklineEnds, SparklineKind, SparklineScale } from './sparkline-cell.ts'
import type { Alignment, CellFill, Display } from './stored-columns.ts'
import type { TableColorName } from './table-colors.ts'

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
  /** In order of precedence. */
  colorRules: readonly ColorRule[]
  /** Applies to columns of numbers. */
  cellFill: CellFill
  fillColor: TableColorName
  lowColor: TableColorName
  /** Null for heat from the smallest to the largest number. */
  midpoint: number | null
  sparklineKind: SparklineKind
  sparklineScale: SparklineScale
  /** The scale of all its sparklines; null if each has its own. */
  sparklineEnds: SparklineEnds | null
  comparedWith: ComparedStep
  /** Column names; null for none. */
  comparedTime: string | null
  comparedGroup: string | null
  comparison: ChangeKind
  lowerIsBetter: boolean
  total: TotalKind
  pinned: boolean
  /** '' for none. */
  group: string
}
