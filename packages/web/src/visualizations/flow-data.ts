import type { Cell } from '@sightline/contract/results.ts'
import { type FlowPath, pathsOfStages, pathsOfSteps } from '@sightline/domain/flows/paths.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { columnLabels } from './cell-label.ts'
import type { Formats, GroupData, GroupNeeds, MarkValue } from './visualization.ts'

export const VALUE_COLUMN = 'value'
const stageColumns = ['sequence', 'stage', 'node'] as const
/** More paths than this cannot be distinguished. */
const MAX_WAYS = 5000

const has = (columns: readonly SourceColumn[], wanted: string) => columns.some(({ name }) => name === wanted)

/** Whether each row of the result is one node of a path, that is, whether the result has all stage columns. */
export const isInStages = (columns: readonly SourceColumn[]) =>
  has(columns, VALUE_COLUMN) && stageColumns.every((name) => has(columns, name))

/** Returns the step columns sorted by name: all except the value column. */
export function stepColumns(columns: readonly SourceColumn[], most: number): string[] {
  const names = columns.map(({ name }) => name).filter((name) => name !== VALUE_COLUMN)
  return names.toSorted().slice(0, most)
}

/**
 * Requests each distinct path once with the aggregated value of its rows. A value column is requested even if it does not exist,
 * so that its absence is reported.
 */
export function flowNeeds(by: string[], value: 'sum' | 'max'): GroupNeeds {
  return { kind: 'groups', sets: [by], measures: [{ kind: value, column: VALUE_COLUMN }], limit: MAX_WAYS, without: [] }
}

export const stageNeeds = (): GroupNeeds => flowNeeds([...stageColumns], 'max')

/** The keys of the groups, with dates and times named as in tables. */
const namedKeys = ({ sets: [set], columns }: GroupData, formats: Formats): Cell[][] =>
  (set?.keys ?? []).map((cells, index) => {
    const column = columns.find(({ name }) => name === set?.by[index])
    if (column?.type !== 'date' && column?.type !== 'datetime') return cells
    const nameOf = columnLabels(cells, column, formats)
    return cells.map((cell): Cell => (cell === null ? null : nameOf(cell)))
  })

const isByStages = (by: readonly string[]) => stageColumns.every((name, index) => by[index] === name)

/** Returns the paths of a result, whose steps are named as in tables; empty if a column is missing. */
export function pathsOf(data: GroupData, formats: Formats): FlowPath[] {
  const [set] = data.sets
  if (!set) return []
  const keys = namedKeys(data, formats)
  const [values = []] = set.measures
  if (!isByStages(set.by)) return pathsOfSteps(keys, values)
  const [sequences = [], stages = [], nodes = []] = keys
  return pathsOfStages(
    values.map((value, row) => ({
      sequence: sequences[row] ?? null,
      stage: stages[row] ?? null,
      node: nodes[row] ?? null,
      value,
    })),
  )
}

/** Returns the value of a step in its column. */
export type StepValue = (step: number, name: string) => MarkValue

/**
 * The values behind the names of steps. @returns null if each row is one node of a path: then no conditions select the rows of a
 * path.
 */
export function stepValues(data: GroupData, formats: Formats): StepValue | null {
  const [set] = data.sets
  if (!set || isByStages(set.by)) return null
  const cells = namedKeys(data, formats).map(
    (names, step) => new Map(names.map((name, row) => [String(name), set.keys[step]?.[row] ?? null])),
  )
  return (step, name) => ({ column: set.by[step] ?? '', value: cells[step]?.get(name) ?? null })
}

/** A note on paths that are not drawn; null if all are. */
export function waysNote({ sets }: GroupData): string | null {
  const [set] = sets
  if (!set || set.total <= (set.measures[0]?.length ?? 0)) return null
  return i18n._('The {shown} largest of {total} ways', {
    shown: localNumber(MAX_WAYS),
    total: localNumber(set.total),
  })
}
