import type { ResultInfo } from '@sightline/contract/results.ts'
import { i18n } from './language/i18n.ts'

/** Whether the query may have returned more rows than its result holds. */
export const isLimited = ({ auto_limit, truncated }: Pick<ResultInfo, 'auto_limit' | 'truncated'>): boolean =>
  auto_limit || truncated !== null

/** Shown where the rows of such a result are counted or added up. */
export const limitedResultText = (): string => i18n._('The result was limited, so rows may be missing.')
