import type { Cell } from '@sightline/contract/results.ts'
import {
  IconChartArea,
  IconChartBar,
  IconChartBubble,
  IconChartCandle,
  IconChartDots,
  IconChartLine,
  IconChartPie2,
  IconCode,
  IconGrid4x4,
  IconQuestionMark,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { type ChartKind, kindName, kindOf, offeredKinds } from './chart/kinds.ts'
import { ChartOptions } from './chart/options.ts'
import type { Draft } from './draft.ts'
import { offeredTypes } from './registry.ts'
import type { AnyVisualizationType } from './visualization.ts'

/** A card in the gallery: a kind of chart, or another type of visualization. */
export interface TypeChoice {
  /** The type, and the kind of a chart. */
  key: string
  name: string
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  type: string
  /** The options that a chart of this kind has; none for other types. */
  patch: { globalSeriesType?: string }
  /** Whether the columns of the result suffice for it. */
  fits: boolean
}

const CHART = 'CHART'
const keyOf = (type: string, kind: string | null) => (kind === null ? type : `${type} ${kind}`)
const storedKind = ({ options }: Pick<Draft, 'options'>) => ChartOptions.parse(options).globalSeriesType

/** The key of the choice that a draft is. */
export const currentKey = (draft: Pick<Draft, 'type' | 'options'>): string =>
  keyOf(draft.type, draft.type === CHART ? storedKind(draft) : null)

/** All choices for a draft in their order, including what it is even if that is not offered otherwise. */
export function typeChoices(
  draft: Pick<Draft, 'type' | 'options'>,
  columns: SourceColumn[],
  rows: readonly Cell[][],
  allowsCustomCode: boolean,
): TypeChoice[] {
  const offered = offeredTypes(draft.type).flatMap((type) =>
    type.type === CHART
      ? chartChoices(type, columns, rows, allowsCustomCode, draft.type === CHART ? storedKind(draft) : '')
      : [{ ...choiceOf(type), fits: fitsType(type, columns, rows) }],
  )
  const current = currentKey(draft)
  if (offered.some(({ key }) => key === current)) return offered
  return [...offered, { key: current, name: draft.type, icon: IconQuestionMark, type: draft.type, patch: {}, fits: false }]
}

const choiceOf = ({ type, name, icon }: AnyVisualizationType) => ({ key: type, name, icon, type, patch: {} })

/** Whether the options that a type suggests for the result are complete. */
const fitsType = (
  type: AnyVisualizationType,
  columns: SourceColumn[],
  rows: readonly Cell[][],
  patch: TypeChoice['patch'] = {},
): boolean => type.problem(type.options.parse({ ...type.suggest(columns, rows, patch), ...patch }), columns) === null

const kindIcons: Record<ChartKind, TypeChoice['icon']> = {
  line: IconChartLine,
  column: IconChartBar,
  area: IconChartArea,
  pie: IconChartPie2,
  scatter: IconChartDots,
  bubble: IconChartBubble,
  heatmap: IconGrid4x4,
  box: IconChartCandle,
  custom: IconCode,
}

function chartChoices(
  chart: AnyVisualizationType,
  columns: SourceColumn[],
  rows: readonly Cell[][],
  allowsCustomCode: boolean,
  current: string,
): TypeChoice[] {
  const fitting = kindsThatFit(columns)
  const known = offeredKinds(allowsCustomCode, current).map(({ kind, name }) => {
    const patch = { globalSeriesType: kind }
    const fits = fitting.has(kind) && fitsType(chart, columns, rows, patch)
    return { key: keyOf(CHART, kind), name, icon: kindIcons[kind], type: CHART, patch, fits }
  })
  if (current === '' || kindOf(current) !== null) return known
  // A kind that only other clients draw.
  const foreign = { key: keyOf(CHART, current), name: kindName(current), icon: IconQuestionMark, type: CHART }
  return [...known, { ...foreign, patch: { globalSeriesType: current }, fits: false }]
}

/** The kinds of chart for which a result has enough columns of suitable types. */
function kindsThatFit(columns: readonly SourceColumn[]): ReadonlySet<ChartKind> {
  const of = (...types: SourceColumn['type'][]) => columns.filter(({ type }) => types.includes(type)).length
  const [numbers, dates] = [of('integer', 'float'), of('date', 'datetime')]
  const categories = columns.length - numbers - dates
  const fitting = new Set<ChartKind>()
  if (numbers === 0 || columns.length < 2) return fitting
  fitting.add('column').add('box')
  if (dates > 0 || numbers > 1) fitting.add('line').add('area')
  if (categories > 0) fitting.add('pie')
  if (numbers > 1) fitting.add('scatter')
  if (numbers > 2) fitting.add('bubble')
  if (columns.length > 2) fitting.add('heatmap')
  return fitting
}
