import { type Roles, rolesOf } from '@sightline/domain/chart-data/roles.ts'
import { namesIn } from '@sightline/domain/format/template.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { allGoneSentence } from '../column-choice.ts'
import type { Needs } from '../visualization.ts'
import { groupNeeds } from './grouped.ts'
import { type ChartKind, canHavePanels, isCartesian, kindOf } from './kinds.ts'
import { joined } from './notes.ts'
import type { ChartOptions } from './options.ts'

/** Columns that only the tooltips of points show. */
const MAX_FURTHER_COLUMNS = 8

export const chooseText = (): string => i18n._('Choose an X column and at least one Y column.')
const chooseColorText = (): string => i18n._('Choose a Color column.')
const chooseSizeText = (): string => i18n._('Choose a Bubble Size column.')

/** The columns that the chart draws or names in its labels. */
export function needs(options: ChartOptions, columns: readonly SourceColumn[]): Needs {
  const names = columns.map(({ name }) => name)
  const roles = rolesOf(options.columnMapping, names)
  const kind = kindOf(options.globalSeriesType)
  if (missing(options, roles) !== null || kind === null) return { kind: 'columns', columns: [], extreme: null }
  const drawn = [roles.x, ...roles.y, roles.series, ...extraRoles(options, roles)].filter((name) => name !== null)
  const inLabels = namesIn(options.textFormat)
  const others = names.filter((name) => !drawn.includes(name))
  const further = isPointwiseKind(kind) ? others.slice(0, MAX_FURTHER_COLUMNS) : []
  const lines = isCartesian(kind) ? options.referenceLines.map((line) => (line.kind === 'column' ? line.column : null)) : []
  const labelled = others.filter((name) => inLabels.includes(name) || further.includes(name) || lines.includes(name))
  const instead = groupNeeds(kind, roles, options, labelled, columns)
  const rows = { kind: 'columns' as const, columns: [...drawn, ...labelled], extreme: roles.y[0] ?? null }
  return instead === null ? rows : { ...rows, instead }
}

const isPointwiseKind = (kind: ChartKind) => kind === 'scatter' || kind === 'bubble'

/** Columns that only some kinds of chart use. */
function extraRoles({ globalSeriesType: kind }: ChartOptions, roles: Roles): (string | null)[] {
  if (kind === 'heatmap') return [roles.zVal]
  const panel = canHavePanels(kind) ? roles.panel : null
  return kind === 'bubble' ? [roles.size, panel] : [roles.yError, panel]
}

/** Names the columns that must still be chosen and those that the result no longer has; null if there is no problem. */
export function problem(options: ChartOptions, columns: readonly SourceColumn[]): string | null {
  const names = columns.map(({ name }) => name)
  const unchosen = missing(options, rolesOf(options.columnMapping, names))
  return unchosen === null ? null : joined([allGoneSentence(mappedColumns(options), columns), unchosen])
}

/** The sentence about the first column that must still be chosen; null if there is none. */
export function missing({ globalSeriesType: kind }: ChartOptions, roles: Roles): string | null {
  if (roles.x === null || roles.y.length === 0) return chooseText()
  if (kind === 'heatmap' && roles.zVal === null) return chooseColorText()
  return kind === 'bubble' && roles.size === null ? chooseSizeText() : null
}

const mappedColumns = ({ columnMapping }: ChartOptions): string[] =>
  Object.keys(columnMapping).filter((name) => columnMapping[name] !== 'unused')
