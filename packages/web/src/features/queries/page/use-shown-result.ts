import type { ResultWindow } from '@sightline/contract/results.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { resultQuery } from '../../executions/api.ts'

/** What a run of this page has given. */
export interface Made {
  window: ResultWindow
  /** What was run; '' for a part of the text. */
  text: string
}

/** The result that the page shows. */
interface ShownResult {
  /** The newest one; the stored one until something was run here. */
  result: ResultWindow | null
  /** Whether the stored one is on its way. */
  isLoading: boolean
  /** Why the stored one is not there; null where it is, or where there is none. */
  failure: { error: Error; retry(): void } | null
  /** Id of the result that this text has given here; null when there is none. */
  resultOf(text: string): number | null
  show(made: Made): void
  /** Shows none until something is run. */
  clear(): void
}

/** @param latestId the stored result that the page begins with; null for none */
export function useShownResult(latestId: number | null): ShownResult {
  const [made, setMade] = useState<Made | null>(null)
  const [isCleared, setIsCleared] = useState(false)
  const stored = useQuery({ ...resultQuery(latestId ?? 0), enabled: latestId !== null && made === null && !isCleared })
  const result = made?.window ?? (isCleared || latestId === null ? null : (stored.data ?? null))
  return {
    result,
    isLoading: stored.isLoading,
    failure: result === null && stored.isLoadingError ? { error: stored.error, retry: () => void stored.refetch() } : null,
    resultOf: (text) => (made !== null && made.text === text ? made.window.result.id : null),
    show(next) {
      setMade(next)
      setIsCleared(false)
    },
    clear() {
      setMade(null)
      setIsCleared(true)
    },
  }
}
