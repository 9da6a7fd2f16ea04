import type { FlowPath } from '@sightline/domain/flows/paths.ts'
import type { Sankey } from '@sightline/domain/flows/sankey.ts'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { figureText } from '../cell-label.ts'
import { flowNeeds, pathsOf, stepColumns, VALUE_COLUMN, waysNote } from '../flow-data.ts'
import type { GroupData, Needs } from '../visualization.ts'

/** A Sankey diagram has no options; options stored by other clients are kept. */
export const SankeyOptions = z.looseObject({})
export type SankeyOptions = z.infer<typeof SankeyOptions>

export const MAX_STEPS = 5

export const EXPLANATION =
  'A Sankey diagram needs a number column "value" and two to five columns of steps, such as "stage1" to "stage5".'

export type Prepared = { kind: 'nothing'; reason: string } | { kind: 'ways'; paths: FlowPath[]; note: string | null }

export const needs = (_: SankeyOptions, columns: readonly SourceColumn[]): Needs =>
  flowNeeds(stepColumns(columns, MAX_STEPS), 'sum')

export function problem(_: SankeyOptions, columns: readonly SourceColumn[]): string | null {
  const hasValue = columns.some(({ name }) => name === VALUE_COLUMN)
  return hasValue && stepColumns(columns, MAX_STEPS).length >= 2 ? null : EXPLANATION
}

/** Prepares nodes and links, or the reason as a sentence if there are none. */
export function prepare(data: GroupData): Prepared {
  const reason = problem({}, data.columns)
  if (reason !== null) return { kind: 'nothing', reason }
  const paths = pathsOf(data).filter(({ steps }) => steps[0] !== null)
  if (paths.length === 0) return { kind: 'nothing', reason: data.total === 0 ? 'No data' : EXPLANATION }
  return { kind: 'ways', paths, note: waysNote(data) }
}

/** More links than this are left out of the description. */
const MAX_NAMED = 8

/** Describes the diagram as text for screen readers. */
export function describe(name: string, { links }: Sankey, marks: NumberMarks): string {
  const widest = links.toSorted((a, b) => b.value - a.value).slice(0, MAX_NAMED)
  const words = widest.map(({ source, target, value }) => `${source.name} to ${target.name} ${figureText(value, marks)}`)
  return `${name}. Sankey diagram. ${words.join('; ')}.`
}
