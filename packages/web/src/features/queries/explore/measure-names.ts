import type { ExploredMeasure } from '@sightline/domain/explore/exploration.ts'

export const measureNames: Record<ExploredMeasure['kind'], string> = {
  count: 'Count of rows',
  unique: 'Different values of',
  sum: 'Sum of',
  avg: 'Average of',
  median: 'Median of',
  min: 'Smallest',
  max: 'Largest',
}

/** The name of a measure, such as `Sum of amount`. */
export const measureName = ({ kind, column }: ExploredMeasure) =>
  column === null ? measureNames[kind] : `${measureNames[kind]} ${column}`
