import type { Condition } from '@sightline/domain/explore/exploration.ts'
import type { FlowPath } from '@sightline/domain/flows/paths.ts'
import type { Sankey, SankeyLink, SankeyNode } from '@sightline/domain/flows/sankey.ts'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { figureText } from '../cell-label.ts'
import { flowNeeds, pathsOf, type StepValue, stepColumns, stepValues, VALUE_COLUMN, waysNote } from '../flow-data.ts'
import { hasValue, markOf } from '../picked-mark.ts'
import type { Step } from '../use-marks.ts'
import type { Formats, GroupData, MarkValue, Needs, PickedMark } from '../visualization.ts'

/** A Sankey diagram has no options; options stored by other clients are kept. */
export const SankeyOptions = z.looseObject({})
export type SankeyOptions = z.infer<typeof SankeyOptions>

export const MAX_STEPS = 5

export const explanation = (): string =>
  i18n._('A Sankey diagram needs a number column "value" and two to five columns of steps, such as "stage1" to "stage5".')

export type Prepared = { kind: 'nothing'; reason: string } | Ways
export interface Ways {
  kind: 'ways'
  paths: FlowPath[]
  stepValue: StepValue | null
  note: string | null
}

export const needs = (_: SankeyOptions, columns: readonly SourceColumn[]): Needs =>
  flowNeeds(stepColumns(columns, MAX_STEPS), 'sum')

export function problem(_: SankeyOptions, columns: readonly SourceColumn[]): string | null {
  const hasValue = columns.some(({ name }) => name === VALUE_COLUMN)
  return hasValue && stepColumns(columns, MAX_STEPS).length >= 2 ? null : explanation()
}

/** Prepares nodes and links, or the reason as a sentence if there are none. */
export function prepare(data: GroupData, formats: Formats): Prepared {
  const reason = problem({}, data.columns)
  if (reason !== null) return { kind: 'nothing', reason }
  const paths = pathsOf(data, formats).filter(({ steps }) => steps[0] !== null)
  if (paths.length === 0) return { kind: 'nothing', reason: data.total === 0 ? i18n._('No data') : explanation() }
  return { kind: 'ways', paths, stepValue: stepValues(data, formats), note: waysNote(data) }
}

/** More links than this are left out of the description. */
const MAX_NAMED = 8

/** Describes the diagram as text for screen readers. */
export function describe(name: string, { links }: Sankey, marks: NumberMarks): string {
  const widest = links.toSorted((a, b) => b.value - a.value).slice(0, MAX_NAMED)
  const words = widest.map(({ source, target, value }) =>
    i18n._('{source} to {target} {value}', { source: source.name, target: target.name, value: figureText(value, marks) }),
  )
  return i18n._('{name}. Sankey diagram. {words}.', { name, words: words.join('; ') })
}

type SankeyMark = { kind: 'node'; node: SankeyNode } | { kind: 'link'; link: SankeyLink }

/** All marks in keyboard order: first the nodes by stage, then the links. */
export const marksOf = ({ nodes, links }: Pick<Sankey, 'nodes' | 'links'>): SankeyMark[] => [
  ...nodes.map((node) => ({ kind: 'node' as const, node })),
  ...links.map((link) => ({ kind: 'link' as const, link })),
]

/** Returns the mark of the rows that pass a node, or both nodes of a link. */
export function pickedOf(mark: SankeyMark, stepValue: StepValue): PickedMark {
  const conditions = (node: SankeyNode): Condition[] => {
    if (!node.isExit) return [isValue(stepValue(node.stage, node.name))]
    // The path ended one step earlier.
    const [before, here] = [stepValue(node.stage - 1, node.name), stepValue(node.stage, node.name)]
    return [
      { column: before.column, kind: 'not_empty', values: [] },
      { column: here.column, kind: 'empty', values: [] },
    ]
  }
  if (mark.kind === 'node')
    return mark.node.isExit ? markOf(null, conditions(mark.node)) : markOf(stepValue(mark.node.stage, mark.node.name))
  const { source, target } = mark.link
  const start = stepValue(source.stage, source.name)
  if (target.isExit) return markOf(start, conditions(target).slice(1))
  return markOf(stepValue(target.stage, target.name), [isValue(start)])
}

const isValue = ({ column, value }: MarkValue) => hasValue(column, value)

/** The mark that an arrow key leads to: left and right along links, up and down between neighbours. Null for none. */
export function stepFrom(marks: readonly SankeyMark[], index: number, step: Step): number | null {
  const from = marks[index]
  if (!from) return null
  const place = (isIt: (mark: SankeyMark) => boolean) => {
    const found = marks.findIndex(isIt)
    return found === -1 ? null : found
  }
  const nodeAt = (node: SankeyNode) => place((mark) => mark.kind === 'node' && mark.node === node)
  if (step === 'up' || step === 'down') return beside(marks, from, step === 'down' ? 1 : -1)
  const isOn = step === 'right'
  if (from.kind === 'link') return nodeAt(isOn ? from.link.target : from.link.source)
  const widest = marks
    .flatMap((mark) => (mark.kind === 'link' && (isOn ? mark.link.source : mark.link.target) === from.node ? [mark] : []))
    .toSorted((a, b) => b.link.value - a.link.value)[0]
  return widest ? place((mark) => mark === widest) : null
}

/**
 * The next mark of the same kind: a node of the same stage, or a link between the same stages. @param by 1 for down, -1 for up
 */
function beside(marks: readonly SankeyMark[], from: SankeyMark, by: 1 | -1): number | null {
  const stageOf = (mark: SankeyMark) => (mark.kind === 'node' ? mark.node.stage : mark.link.source.stage)
  const top = (mark: SankeyMark) => (mark.kind === 'node' ? mark.node.y : mark.link.sourceY)
  const column = marks.filter((mark) => mark.kind === from.kind && stageOf(mark) === stageOf(from))
  const next = column.toSorted((a, b) => top(a) - top(b))
  const found = next[next.indexOf(from) + by]
  return found ? marks.indexOf(found) : null
}

/** The label of a mark. */
export function markText(mark: SankeyMark, marks: NumberMarks): string {
  if (mark.kind === 'node') return `${mark.node.name}: ${figureText(mark.node.value, marks)}`
  const { source, target, value } = mark.link
  return `${source.name} → ${target.name}: ${figureText(value, marks)}`
}
