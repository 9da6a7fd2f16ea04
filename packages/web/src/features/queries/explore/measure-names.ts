import { t } from '@lingui/core/macro'
import type { ExploredMeasure } from '@sightline/domain/explore/exploration.ts'

export const measureNames: Record<ExploredMeasure['kind'], string> = {
  count: t`Count of rows`,
  unique: t`Different values of`,
  sum: t`Sum of`,
  avg: t`Average of`,
  median: t`Median of`,
  min: t`Smallest`,
  max: t`Largest`,
}

/** The name of a measure, such as `Sum of amount`. */
export const measureName = ({ kind, column }: ExploredMeasure) =>
  column === null ? measureNames[kind] : `${measureNames[kind]} ${column}`
