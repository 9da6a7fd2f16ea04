import { i18n } from '../language/i18n.ts'
import type { ExploredMeasure } from './exploration.ts'

const names: Record<ExploredMeasure['kind'], (column: string) => string> = {
  count: () => i18n._('Count of rows'),
  unique: (column) => i18n._('Different values of {column}', { column }),
  sum: (column) => i18n._('Sum of {column}', { column }),
  avg: (column) => i18n._('Average of {column}', { column }),
  median: (column) => i18n._('Median of {column}', { column }),
  min: (column) => i18n._('Smallest {column}', { column }),
  max: (column) => i18n._('Largest {column}', { column }),
}

/** The name of a measure, such as `Sum of amount`. */
export const measureName = ({ kind, column }: ExploredMeasure): string => names[kind](column ?? '')
