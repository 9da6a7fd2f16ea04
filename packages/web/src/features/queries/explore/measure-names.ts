import { t } from '@lingui/core/macro'
import type { ExploredMeasure } from '@sightline/domain/explore/exploration.ts'

/** The kinds of measures as the menu before a column shows them. */
export const measureNames: Record<ExploredMeasure['kind'], string> = {
  count: t`Count of rows`,
  unique: t`Different values of`,
  sum: t`Sum of`,
  avg: t`Average of`,
  median: t`Median of`,
  min: t`Smallest`,
  max: t`Largest`,
}
