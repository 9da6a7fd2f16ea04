import { useEffect, useMemo, useState } from 'react'
import type { Needs, ResultData } from './visualization.ts'

export type LoadData = (needs: Needs, signal: AbortSignal) => Promise<ResultData>

/** Data together with the needs it answers. */
export interface Loaded {
  needsKey: string
  data: ResultData
}

export interface ResultDataState {
  /** The newest data that has arrived; what was there before stays until then. */
  loaded: Loaded | null
  isLoading: boolean
  error: unknown
  retry(): void
}

const nothing: ResultData = { kind: 'columns', columns: [], total: 0, shown: 0, values: [] }

/**
 * Loads what `needs` asks for, again whenever it or `refreshKey` changes; an answer that has been overtaken is dropped.
 * @param needs null while they are not known
 */
export function useResultData(loadData: LoadData, needs: Needs | null, refreshKey: unknown): ResultDataState {
  const needsKey = needs === null ? null : JSON.stringify(needs)
  const wanted = useMemo((): Needs | null => (needsKey === null ? null : JSON.parse(needsKey)), [needsKey])
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [failed, setFailed] = useState<{ error: unknown } | null>(null)
  const [isLoading, setIsLoading] = useState(true)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `refreshKey` and `attempt` stand for newer data behind the same function
  useEffect(() => {
    if (wanted === null || needsKey === null) return
    // No columns are chosen yet: there is nothing to ask for.
    if (wanted.kind === 'columns' && wanted.columns.length === 0) {
      setLoaded({ needsKey, data: nothing })
      setFailed(null)
      setIsLoading(false)
      return
    }
    const controller = new AbortController()
    setIsLoading(true)
    loadData(wanted, controller.signal).then(
      (data) => {
        if (controller.signal.aborted) return
        setLoaded({ needsKey, data })
        setFailed(null)
        setIsLoading(false)
      },
      (error: unknown) => {
        if (controller.signal.aborted) return
        setFailed({ error })
        setIsLoading(false)
      },
    )
    return () => controller.abort()
  }, [loadData, needsKey, wanted, refreshKey, attempt])

  return { loaded, isLoading, error: failed?.error ?? null, retry: () => setAttempt((now) => now + 1) }
}
