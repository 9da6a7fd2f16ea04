import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { canExecute, isRunning } from '@sightline/domain/execution-state.ts'
import { unsavedRunValues } from '@sightline/domain/parameters/check.ts'
import { type Definition, opensWithLatestResult } from '@sightline/domain/parameters/definition.ts'
import { definitionsFor } from '@sightline/domain/parameters/from-text.ts'
import { missingMessage } from '@sightline/domain/parameters/missing.ts'
import { pendingCount } from '@sightline/domain/parameters/pending.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../../api/error.ts'
import { noticeOnDesktop } from '../../../app/desktop-notice.ts'
import { notify } from '../../../app/notify.ts'
import type { TextRange } from '../../../editor/error-place.ts'
import { sessionDoors } from '../../../results/job-events.ts'
import { momentHere } from '../../../results/moment.ts'
import { type Executions, useExecution } from '../../../results/use-execution.ts'
import { useLive } from '../../../ui/live-value.ts'
import { recordEvent } from '../../events/api.ts'
import { MaxAge, resultQuery, runQuery, runText } from '../../executions/api.ts'
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
  /** Why the stored result is not there; null where it is, or where there is none. */
  loadingFailure: { error: Error; retry(): void } | null
  /** The result of exactly the text as it stands now; null when there is none. */
  resultOfText(): number | null
  canExecute: boolean
  /** What the database complained about, in the text of the editor. */
  errorRange: TextRange | null
  /** Why it cannot, where that is not in plain sight. */
  whyNot: string | null
  /** @param selection what to run instead of the whole text; null for the whole */
  execute(selection: SelectedText | null): void
  /** Runs the whole text with parameters that have just been applied, once a run that is under way has ended. */
  executeWith(parameters: readonly Definition[]): void
  /** Runs the text on another data source, whose result takes the place of the present one. */
  executeOn(sourceId: number): void
  cancel(): void
}

/** What is run, and with what. */
interface Run {
  text: string
  /** Where the text begins in that of the editor. */
  from: number
  dataSourceId: number
  isWholeAndSaved: boolean
  parameters: readonly Definition[]
  /** Seconds, how old a stored result may be to be taken instead. */
  maxAge?: number
}

export function useRunning(model: QueryModel, source: DataSource | null, rights: Rights): Running {
  const cache = useQueryClient()
  const { execution, rowsSoFar, start, cancel, forget } = useExecution(sessionDoors)
  const [made, setMade] = useState<{ window: ResultWindow; text: string } | null>(null)
  const [isCleared, setIsCleared] = useState(false)
  const [errorRange, setErrorRange] = useState<TextRange | null>(null)
  const isCancelled = useRef(false)

  const { query, draft, text } = model
  // With parameters, the latest result may be one of other values: the query is run instead, once it can be.
  const [opensWithLatest] = useState(() => opensWithLatestResult(draft.parameters))
  const wasRun = useRef(false)
  const latestId = opensWithLatest ? (query?.latest_query_data_id ?? null) : null
  const stored = useQuery({ ...resultQuery(latestId ?? 0), enabled: latestId !== null && made === null && !isCleared })
  const result = made?.window ?? (isCleared || latestId === null ? null : (stored.data ?? null))

  const pending = pendingCount(draft.parameters)
  const isAllowedWith = (pendingValues: number, written: string) =>
    canExecute({
      text: written,
      hasDataSource: draft.dataSourceId !== null,
      isRunning: isRunning(execution),
      pendingCount: pendingValues,
      isSafe: query?.is_safe ?? false,
      isSaved: model.runsAsSaved(written),
      mayExecute: rights.mayExecute,
      isViewOnly: source?.view_only === true,
    })
  const isAllowed = useLive(text, (written) => isAllowedWith(pending, written))
  const isAllowedOnceApplied = useLive(text, (written) => isAllowedWith(0, written))

  async function run({ text, from, dataSourceId, isWholeAndSaved, parameters, maxAge = MaxAge.none }: Run) {
    setErrorRange(null)
    isCancelled.current = false
    wasRun.current = true
    // A part of the text needs the values of its own parameters only.
    const definitions = definitionsFor(text, parameters)
    const missing = missingMessage(definitions)
    if (missing !== null) {
      await start(() => Promise.reject(new ApiError(400, null, missing, null)))
      return
    }
    const values = runValues(definitions, momentHere())
    const outcome = await start((signal) =>
      isWholeAndSaved && query !== null
        ? runQuery(query.id, values, maxAge, signal)
        : runText(
            {
              query: text,
              dataSourceId,
              queryId: query?.id ?? null,
              appliesAutoLimit: query?.options.apply_auto_limit ?? false,
              parameters: unsavedRunValues(definitions, values),
            },
            signal,
          ),
    )
    if (outcome === null) return
    if (!isCancelled.current) noticeOnDesktop(`${draft.name} ${outcome.status === 'failed' ? 'failed to run' : 'updated'}`)
    if (outcome.status === 'failed') {
      const { errorInText } = await import('./error-in-text.ts')
      const appliesAutoLimit = query?.options.apply_auto_limit ?? false
      const place = errorInText({ text, source, definitions, values, appliesAutoLimit }, outcome)
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
    if (!isWholeAndSaved || query === null || definitions.length > 0) return
    cache.setQueryData(queryQuery(query.id).queryKey, (now) =>
      now === undefined
        ? now
        : { ...now, latest_query_data_id: info.id, runtime: info.runtime, retrieved_at: info.retrieved_at },
    )
  }

  const runWhole = (parameters: readonly Definition[], maxAge?: number) => {
    if (draft.dataSourceId === null) return
    const written = text.get()
    void run({
      text: written,
      from: 0,
      dataSourceId: draft.dataSourceId,
      isWholeAndSaved: model.runsAsSaved(written),
      parameters,
      maxAge,
    })
  }

  // Values that were applied during a run: the next one follows it, or the page would show the rows of others beside them.
  const awaiting = useRef<readonly Definition[] | null>(null)
  const isUnderWay = isRunning(execution)
  const goOn = useEffectEvent(() => {
    const parameters = awaiting.current
    awaiting.current = null
    if (parameters !== null && isAllowedOnceApplied) runWhole(parameters)
  })
  useEffect(() => {
    if (!isUnderWay) goOn()
  }, [isUnderWay])

  const mayOpenByRunning =
    !opensWithLatest && isAllowed && execution.status === 'idle' && missingMessage(draft.parameters) === null
  const opensByRunning = useLive(text, (written) => mayOpenByRunning && model.runsAsSaved(written))
  const open = useEffectEvent(() => {
    if (!wasRun.current) runWhole(draft.parameters, MaxAge.any)
  })
  useEffect(() => {
    if (opensByRunning) open()
  }, [opensByRunning])
  useEffect(
    () => () => {
      // The run ends with the page: a page that comes back has to begin anew.
      wasRun.current = false
    },
    [],
  )

  return {
    execution,
    rowsSoFar,
    result,
    isLoadingResult: stored.isLoading || (opensByRunning && !wasRun.current),
    loadingFailure:
      result === null && stored.isLoadingError ? { error: stored.error, retry: () => void stored.refetch() } : null,
    resultOfText: () => (made !== null && made.text === text.get() ? made.window.result.id : null),
    canExecute: isAllowed,
    whyNot: pending > 0 && isAllowedOnceApplied ? 'Apply the changed parameter values first.' : null,
    errorRange,
    execute(selection) {
      if (!isAllowed || draft.dataSourceId === null) return
      if (selection === null || selection.text.trim() === '') return runWhole(draft.parameters)
      const { dataSourceId, parameters } = draft
      void run({ ...selection, dataSourceId, isWholeAndSaved: false, parameters })
    },
    executeWith(parameters) {
      if (isUnderWay) awaiting.current = parameters
      else if (isAllowedOnceApplied) runWhole(parameters)
    },
    executeOn(sourceId) {
      forget()
      setMade(null)
      setIsCleared(true)
      setErrorRange(null)
      const written = text.get()
      if (written.trim() === '' || !rights.mayExecute) return
      const { parameters } = draft
      void run({ text: written, from: 0, dataSourceId: sourceId, isWholeAndSaved: model.runsAsSaved(written), parameters })
    },
    cancel() {
      isCancelled.current = true
      awaiting.current = null
      recordEvent('cancel_execute', 'query', query?.id ?? 'new')
      cancel().catch((error: unknown) => notify.failure(error))
    },
  }
}
