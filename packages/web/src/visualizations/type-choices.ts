import { t } from '@lingui/core/macro'
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
  /** The columns that it needs, such as `a column of dates`; null if that is not known. */
  asksFor: string | null
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
  const unknown = { key: current, name: draft.type, icon: IconQuestionMark, type: draft.type, patch: {} }
  return [...offered, { ...unknown, fits: false, asksFor: null }]
}

const choiceOf = ({ type, name, icon, asksFor }: AnyVisualizationType): Omit<TypeChoice, 'fits'> => ({
  key: type,
  name,
  icon,
  type,
  patch: {},
  asksFor: asksFor ?? null,
})

/** Whether the options that a type suggests for the result are complete. */
const fitsType = (
  type: AnyVisualizationType,
  columns: SourceColumn[],
  rows: readonly Cell[][],
  patch: TypeChoice['patch'] = {},
): boolean => type.problem(type.options.parse({ ...type.suggest(columns, rows, patch), ...patch }), columns) === null

const NUMBERS_AND_MORE = t`a column of numbers and another one`
const OVER_AN_AXIS = t`a column of numbers and another one of dates or numbers`

const kindNeeds: Record<ChartKind, string> = {
  line: OVER_AN_AXIS,
  column: NUMBERS_AND_MORE,
  area: OVER_AN_AXIS,
  pie: t`a column of texts and one of numbers`,
  scatter: t`two columns of numbers`,
  bubble: t`three columns of numbers`,
  heatmap: t`two columns whose values repeat and one of numbers`,
  box: NUMBERS_AND_MORE,
  custom: t`code that draws it`,
}

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
  const known = offeredKinds(allowsCustomCode, current).map(({ kind, name }): TypeChoice => {
    const patch = { globalSeriesType: kind }
    const fits = fitting.has(kind) && fitsType(chart, columns, rows, patch)
    return { key: keyOf(CHART, kind), name: name(), icon: kindIcons[kind], type: CHART, patch, fits, asksFor: kindNeeds[kind] }
  })
  if (current === '' || kindOf(current) !== null) return known
  // A kind that only other clients draw.
  const foreign = { key: keyOf(CHART, current), name: kindName(current), icon: IconQuestionMark, type: CHART }
  return [...known, { ...foreign, patch: { globalSeriesType: current }, fits: false, asksFor: null }]
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
