import { t } from '@lingui/core/macro'
import type { OtherResult } from '@sightline/contract/pictures.ts'
import { useEffect, useState } from 'react'
import type { LoadData } from './use-result-data.ts'

const NOT_HERE: OtherResult = { kind: 'none', reason: t`it is not read here` }
const FAILED: OtherResult = { kind: 'none', reason: t`loading it failed` }

/**
 * Loads the latest result of a query besides that of a visualization.
 * @param queryId null if it needs none
 * @param refreshKey a new value loads it again
 * @returns null while it loads; the previous one stays while newer rows load
 */
export function useOtherResult(
  { other }: Pick<LoadData, 'other'>,
  queryId: number | null,
  refreshKey: unknown,
): OtherResult | null {
  const [loaded, setLoaded] = useState<{ of: number; result: OtherResult } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `refreshKey` may mean a newer result of the other query
  useEffect(() => {
    if (queryId === null || other === undefined) return
    const controller = new AbortController()
    const keep = (result: OtherResult) => {
      if (!controller.signal.aborted) setLoaded({ of: queryId, result })
    }
    other(queryId, controller.signal).then(keep, () => keep(FAILED))
    return () => controller.abort()
  }, [other, queryId, refreshKey])
  if (queryId === null) return null
  if (other === undefined) return NOT_HERE
  return loaded?.of === queryId ? loaded.result : null
}
