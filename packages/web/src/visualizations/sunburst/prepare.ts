import { type Segment, segmentsOf, shareText } from '@sightline/domain/flows/sunburst.ts'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import {
  flowNeeds,
  isInStages,
  pathsOf,
  type StepValue,
  stageNeeds,
  stepColumns,
  stepValues,
  VALUE_COLUMN,
  waysNote,
} from '../flow-data.ts'
import { markOfPath } from '../picked-mark.ts'
import type { Step } from '../use-marks.ts'
import type { Formats, GroupData, Needs, PickedMark } from '../visualization.ts'

/** A sunburst has no options; options stored by other clients are kept. */
export const SunburstOptions = z.looseObject({})
export type SunburstOptions = z.infer<typeof SunburstOptions>

/** Maximum number of rings; further out, segments are too thin to distinguish. */
const MAX_STEPS = 12

export const explanation = (): string =>
  i18n._(
    'A sunburst needs a number column "value" and columns of steps, or the columns "sequence", "stage", "node" and "value".',
  )

export type Prepared =
  | { kind: 'nothing'; reason: string }
  | {
      kind: 'rings'
      segments: Segment[]
      total: number
      depth: number
      stepValue: StepValue | null
      note: string | null
    }

export const needs = (_: SunburstOptions, columns: readonly SourceColumn[]): Needs =>
  isInStages(columns) ? stageNeeds() : flowNeeds(stepColumns(columns, MAX_STEPS), 'sum')

export function problem(_: SunburstOptions, columns: readonly SourceColumn[]): string | null {
  return columns.some(({ name }) => name === VALUE_COLUMN) && columns.length > 1 ? null : explanation()
}

/** Prepares the segments, or the reason as a sentence if there are none. */
export function prepare(data: GroupData, formats: Formats): Prepared {
  const reason = problem({}, data.columns)
  if (reason !== null) return { kind: 'nothing', reason }
  const paths = pathsOf(data, formats)
  const { segments, total } = segmentsOf(paths)
  if (segments.length === 0) return { kind: 'nothing', reason: data.total === 0 ? i18n._('No data') : explanation() }
  const depth = Math.max(...segments.map((segment) => segment.depth)) + 1
  return { kind: 'rings', segments, total, depth, stepValue: stepValues(data, formats), note: waysNote(data) }
}

/** Returns the mark of the rows whose paths begin with the steps of a segment. */
export function pickedOf({ path }: Pick<Segment, 'path'>, stepValue: StepValue): PickedMark {
  const steps = path.map((name, step) => stepValue(step, name))
  return markOfPath(
    steps.map(({ column }) => column),
    steps.map(({ value }) => value),
  )
}

/** More paths than this are left out of the description. */
const MAX_NAMED = 8

/** Describes the sunburst as text for screen readers. */
export function describe(name: string, segments: readonly Segment[], marks: NumberMarks): string {
  const widest = segments.toSorted((a, b) => b.share - a.share).slice(0, MAX_NAMED)
  const words = widest.map(({ path, share }) => `${path.join(i18n._(', then '))} ${shareText(share, marks)}`)
  return i18n._('{name}. Sunburst. {words}.', { name, words: words.join('; ') })
}

/** The segment that an arrow key leads to: down to the widest child, up to the parent, sideways along the ring. Null for none. */
export function stepFrom(segments: readonly Segment[], index: number, step: Step): number | null {
  const from = segments[index]
  if (!from) return null
  const isBelow = (segment: Segment, above: Segment) =>
    segment.depth === above.depth + 1 && above.path.every((name, at) => name === segment.path[at])
  const found = (place: number) => (place === -1 ? null : place)
  switch (step) {
    case 'down':
      return found(segments.findIndex((segment) => isBelow(segment, from)))
    case 'up':
      return found(segments.findIndex((segment) => isBelow(from, segment)))
    case 'right':
    case 'left': {
      const ring = segments.flatMap((segment, place) => (segment.depth === from.depth ? [{ place, start: segment.start }] : []))
      const at = ring.toSorted((a, b) => a.start - b.start)
      const here = at.findIndex(({ place }) => place === index)
      return at[here + (step === 'right' ? 1 : -1)]?.place ?? null
    }
  }
}
