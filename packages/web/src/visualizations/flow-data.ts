import { type FlowPath, pathsOfStages, pathsOfSteps } from '@sightline/domain/flows/paths.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import type { GroupData, GroupNeeds } from './visualization.ts'

export const VALUE_COLUMN = 'value'
const stageColumns = ['sequence', 'stage', 'node'] as const
/** More ways than this cannot be told apart. */
const MAX_WAYS = 5000

const has = (columns: readonly SourceColumn[], wanted: string) => columns.some(({ name }) => name === wanted)

/** Whether each row of the result is one node of a way: it has all columns that this takes. */
export const isInStages = (columns: readonly SourceColumn[]) =>
  has(columns, VALUE_COLUMN) && stageColumns.every((name) => has(columns, name))

/** The columns of steps, in the order of their names: all but the value. */
export function stepColumns(columns: readonly SourceColumn[], most: number): string[] {
  const names = columns.map(({ name }) => name).filter((name) => name !== VALUE_COLUMN)
  return names.toSorted().slice(0, most)
}

/** The different ways, each once with what its rows add up to. Without a value column it asks for it, and is told that it is gone. */
export function flowNeeds(by: string[], value: 'sum' | 'max'): GroupNeeds {
  return { kind: 'groups', sets: [by], measures: [{ kind: value, column: VALUE_COLUMN }], limit: MAX_WAYS, without: [] }
}

export const stageNeeds = (): GroupNeeds => flowNeeds([...stageColumns], 'max')

/** The ways of a result; none where a column is missing. */
export function pathsOf({ sets }: GroupData): FlowPath[] {
  const [set] = sets
  if (!set) return []
  const [values = []] = set.measures
  if (!stageColumns.every((name, index) => set.by[index] === name)) return pathsOfSteps(set.keys, values)
  const [sequences = [], stages = [], nodes = []] = set.keys
  return pathsOfStages(
    values.map((value, row) => ({
      sequence: sequences[row] ?? null,
      stage: stages[row] ?? null,
      node: nodes[row] ?? null,
      value,
    })),
  )
}

/** What of the ways is not drawn; null when all are. */
export function waysNote({ sets }: GroupData): string | null {
  const [set] = sets
  if (!set || set.total <= (set.measures[0]?.length ?? 0)) return null
  return `The ${MAX_WAYS.toLocaleString('en-US')} largest of ${set.total.toLocaleString('en-US')} ways`
}
