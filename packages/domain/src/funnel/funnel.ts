import type { Cell } from '@sightline/contract/results.ts'
import { toNumber } from '../chart-data/scale.ts'
import { compareCells } from '../grouping/compare.ts'

/** Maximum number of steps, regardless of the options. */
export const MAX_STEPS = 100

export interface FunnelColumns {
  steps: readonly Cell[]
  values: readonly Cell[]
  /** The keys to sort the steps by; null to sort by value, the largest first. */
  sortKeys: readonly Cell[] | null
}

export interface FunnelStep {
  step: Cell
  value: number
  /** Percentage of the largest value. */
  ofMaximum: number
  /** Percentage of the previous step; 100 for the first one, null after a step of zero. */
  ofPrevious: number | null
}

export type Funnel =
  | { kind: 'steps'; steps: FunnelStep[]; omitted: number }
  /** The reason why there is no funnel: a value is not a number, or the percentages have no base. */
  | { kind: 'no number'; value: Cell }
  | { kind: 'nothing at first' }

/**
 * Sorts the steps of a funnel and compares each with the largest and with the previous one.
 * @param isReversed whether sort keys are in descending order
 * @param limit maximum number of steps, from 2 to 100
 */
export function funnelOf({ steps, values, sortKeys }: FunnelColumns, isReversed: boolean, limit: number): Funnel {
  const rows = steps.map((step, index) => ({
    step,
    cell: values[index] ?? null,
    value: toNumber(values[index] ?? null),
    key: sortKeys?.[index] ?? null,
  }))
  const wrong = rows.find(({ value }) => value === null)
  if (wrong) return { kind: 'no number', value: wrong.cell }

  const numbered = rows.map(({ step, key, value }) => ({ step, key, value: value ?? 0 }))
  const sorted =
    sortKeys === null
      ? numbered.toSorted((a, b) => b.value - a.value)
      : numbered.toSorted((a, b) => compareCells(a.key, b.key) * (isReversed ? -1 : 1))
  const shown = sorted.slice(0, Math.max(2, Math.min(MAX_STEPS, Math.trunc(limit))))
  const maximum = Math.max(...shown.map(({ value }) => value))
  if (shown[0] === undefined || shown[0].value === 0 || maximum <= 0) return { kind: 'nothing at first' }

  return {
    kind: 'steps',
    steps: shown.map(({ step, value }, index) => ({
      step,
      value,
      ofMaximum: (value / maximum) * 100,
      ofPrevious: index === 0 ? 100 : shareOf(value, shown[index - 1]?.value ?? 0),
    })),
    omitted: sorted.length - shown.length,
  }
}

const shareOf = (value: number, previous: number) => (previous === 0 ? null : (value / previous) * 100)
