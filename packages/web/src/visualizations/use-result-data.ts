import { useEffect, useMemo, useRef, useState } from 'react'
import type { LoadOther, Needs, ResultData } from './visualization.ts'

/** Loads the data that a visualization needs from a result. */
export interface LoadData {
  (needs: Needs, signal: AbortSignal): Promise<ResultData>
  /** Returns the data synchronously; null if it must be requested. Omitted if everything must be requested. */
  atHand?(needs: Needs): ResultData | null
  /** Loads the latest result of another query; omitted where the reader may not read others, as on public pages. */
  other?: LoadOther
}

/** Data together with the needs that it satisfies. */
export interface Loaded {
  needsKey: string
  data: ResultData
}

export interface ResultDataState {
  /** The latest data; the previous data stays until new data arrives. */
  loaded: Loaded | null
  isLoading: boolean
  error: unknown
  retry(): void
}

const nothing: ResultData = { kind: 'columns', columns: [], total: 0, shown: 0, values: [] }

/**
 * Loads the data for `needs`, and reloads it when `needs` or `refreshKey` changes; outdated responses are dropped. Data that is
 * available synchronously is part of the first render.
 * @param needs null while they are unknown
 */
export function useResultData(loadData: LoadData, needs: Needs | null, refreshKey: unknown): ResultDataState {
  const needsKey = needs === null ? null : JSON.stringify(needs)
  const wanted = useMemo((): Needs | null => (needsKey === null ? null : JSON.parse(needsKey)), [needsKey])
  const [answered, setAnswered] = useState<Loaded | null>(null)
  // The last synchronous data, shown while other data loads.
  const shown = useRef<Loaded>(null)
  const [failed, setFailed] = useState<{ error: unknown } | null>(null)
  const [isLoading, setIsLoading] = useState(true)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `refreshKey` means newer data from the same function
  const atHand = useMemo((): Loaded | null => {
    const data = wanted === null ? null : dataAtHand(loadData, wanted)
    return data === null || needsKey === null ? null : { needsKey, data }
  }, [loadData, needsKey, wanted, refreshKey])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `refreshKey` and `attempt` trigger a reload
  useEffect(() => {
    if (wanted === null || needsKey === null) return
    if (atHand !== null) {
      shown.current = atHand
      setFailed(null)
      return
    }
    const controller = new AbortController()
    setIsLoading(true)
    loadData(wanted, controller.signal).then(
      (data) => {
        if (controller.signal.aborted) return
        shown.current = null
        setAnswered({ needsKey, data })
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
  }, [loadData, needsKey, wanted, refreshKey, attempt, atHand])

  const retry = () => setAttempt((now) => now + 1)
  if (atHand !== null) return { loaded: atHand, isLoading: false, error: null, retry }
  return { loaded: shown.current ?? answered, isLoading, error: failed?.error ?? null, retry }
}

function dataAtHand(loadData: LoadData, needs: Needs): ResultData | null {
  // Nothing to request while no columns are chosen.
  if (needs.kind === 'columns' && needs.columns.length === 0) return nothing
  return loadData.atHand?.(needs) ?? null
}
