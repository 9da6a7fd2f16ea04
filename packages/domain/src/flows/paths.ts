import type { Cell } from '@sightline/contract/results.ts'
import { toNumber } from '../chart-data/scale.ts'
import { compareCells } from '../grouping/compare.ts'

/** One path: its steps in order, with null after the exit, and how many took it. */
export interface FlowPath {
  steps: (string | null)[]
  value: number
}

const text = (cell: Cell) => (cell === null ? null : String(cell))

/**
 * Reads paths from rows with all steps.
 * @param steps one array of cells per step
 */
export function pathsOfSteps(steps: readonly (readonly Cell[])[], values: readonly Cell[]): FlowPath[] {
  return values.flatMap((cell, row): FlowPath[] => {
    const value = toNumber(cell)
    return value === null || value <= 0 ? [] : [{ steps: steps.map((cells) => text(cells[row] ?? null)), value }]
  })
}

/** Reads paths from rows with one node each: the nodes of a sequence form a path, in the order of their stages. */
export function pathsOfStages(rows: { sequence: Cell; stage: Cell; node: Cell; value: Cell }[]): FlowPath[] {
  const sequences = new Map<Cell, typeof rows>()
  for (const row of rows) {
    const others = sequences.get(row.sequence)
    if (others) others.push(row)
    else sequences.set(row.sequence, [row])
  }
  return [...sequences.values()].flatMap((sequence): FlowPath[] => {
    const sorted = sequence.toSorted((a, b) => compareCells(a.stage, b.stage))
    // Each node of a sequence has the value of the whole sequence.
    const value = toNumber(sorted[0]?.value ?? null)
    return value === null || value <= 0 ? [] : [{ steps: sorted.map(({ node }) => text(node)), value }]
  })
}
