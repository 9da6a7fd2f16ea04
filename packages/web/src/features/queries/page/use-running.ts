import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { ResultWindow } from '@sightline/contract/executions.ts'
import { canExecute, isRunning } from '@sightline/domain/execution-state.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { errorPlace, type TextRange } from '../../../editor/error-place.ts'
import { sessionDoors } from '../../../results/job-events.ts'
import { type Executions, useExecution } from '../../../results/use-execution.ts'
import { recordEvent } from '../../events/api.ts'
import { resultQuery, runQuery, runText } from '../../executions/api.ts'
import { queryQuery } from '../api.ts'
import type { QueryModel } from './model.ts'
import type { Rights } from './rights.ts'

/** A part of the text that is run on its own. */
export interface SelectedText {
  text: string
  /** Where it begins in the whole text. */
  from: number
}

/** Running the query of the page. */
export interface Running {
  execution: Executions['execution']
  rowsSoFar: Executions['rowsSoFar']
  /** The newest result; the stored one until something was run here. */
  result: ResultWindow | null
  /** Whether a stored result is on its way. */
  isLoadingResult: boolean
  /** A result of exactly the text as it stands now; null when there is none. */
  resultOfText: number | null
  canExecute: boolean
  /** What the database complained about, in the text of the editor. */
  errorRange: TextRange | null
  /** @param selection what to run instead of the whole text; null for the whole */
  execute(selection: SelectedText | null): void
  /** Runs the text on another data source, whose result takes the place of the present one. */
  executeOn(sourceId: number): void
  cancel(): void
}

export function useRunning(model: QueryModel, source: DataSource | null, rights: Rights): Running {
  const cache = useQueryClient()
  const { execution, rowsSoFar, start, cancel, forget } = useExecution(sessionDoors)
  const [made, setMade] = useState<{ window: ResultWindow; text: string } | null>(null)
  const [isCleared, setIsCleared] = useState(false)
  const [errorRange, setErrorRange] = useState<TextRange | null>(null)
  const isCancelled = useRef(false)

  const { query, draft } = model
  const latestId = query?.latest_query_data_id ?? null
  const stored = useQuery({ ...resultQuery(latestId ?? 0), enabled: latestId !== null && made === null && !isCleared })
  const result = made?.window ?? (isCleared ? null : (stored.data ?? null))

  const isSaved = query !== null && !model.isDirty
  const isAllowed = canExecute({
    text: draft.text,
    hasDataSource: draft.dataSourceId !== null,
    isRunning: isRunning(execution),
    isSafe: query?.is_safe ?? false,
    isSaved,
    mayExecute: rights.mayExecute,
    isViewOnly: source?.view_only === true,
  })

  async function run(text: string, from: number, dataSourceId: number, isWholeAndSaved: boolean) {
    setErrorRange(null)
    isCancelled.current = false
    const outcome = await start((signal) =>
      isWholeAndSaved && query !== null
        ? runQuery(query.id, signal)
        : runText(
            {
              query: text,
              dataSourceId,
              queryId: query?.id ?? null,
              appliesAutoLimit: query?.options.apply_auto_limit ?? false,
            },
            signal,
          ),
    )
    if (outcome === null) return
    if (outcome.status === 'failed') {
      const place = errorPlace(text, outcome.error, outcome.position)
      setErrorRange(place === null ? null : { from: place.from + from, to: place.to + from })
      // Whoever cancelled it knows.
      if (!isCancelled.current) notify.error(`${draft.name} failed to run`, undefined, { id: 'query-failed' })
      return
    }
    const { window } = outcome
    const { result: info } = window
    cache.setQueryData(resultQuery(info.id).queryKey, window)
    setMade({ window, text: from === 0 ? text : '' })
    setIsCleared(false)
    if (!isWholeAndSaved || query === null) return
    cache.setQueryData(queryQuery(query.id).queryKey, (now) =>
      now === undefined
        ? now
        : { ...now, latest_query_data_id: info.id, runtime: info.runtime, retrieved_at: info.retrieved_at },
    )
  }

  return {
    execution,
    rowsSoFar,
    result,
    isLoadingResult: stored.isLoading,
    resultOfText: made !== null && made.text === draft.text ? made.window.result.id : null,
    canExecute: isAllowed,
    errorRange,
    execute(selection) {
      if (!isAllowed || draft.dataSourceId === null) return
      if (selection !== null && selection.text.trim() !== '')
        void run(selection.text, selection.from, draft.dataSourceId, false)
      else void run(draft.text, 0, draft.dataSourceId, isSaved)
    },
    executeOn(sourceId) {
      forget()
      setMade(null)
      setIsCleared(true)
      setErrorRange(null)
      if (draft.text.trim() !== '' && rights.mayExecute) void run(draft.text, 0, sourceId, isSaved)
    },
    cancel() {
      isCancelled.current = true
      recordEvent('cancel_execute', 'query', query?.id ?? 'new')
      cancel().catch((error: unknown) => notify.failure(error))
    },
  }
}
