import { t } from '@lingui/core/macro'
import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { canExecute, type ExecuteConditions, isRunning, whyNotAllowed } from '@sightline/domain/execution-state.ts'
import { type Definition, opensWithLatestResult, type Values } from '@sightline/domain/parameters/definition.ts'
import { definitionsFor, invalidNameProblem } from '@sightline/domain/parameters/keyword.ts'
import { pendingCount } from '@sightline/domain/parameters/pending.ts'
import { allNames } from '@sightline/domain/parameters/template.ts'
import { missingMessage, runValues } from '@sightline/domain/parameters/values.ts'
import { otherLanguage, queryDialect } from '@sightline/domain/query-dialect.ts'
import { countStatements } from '@sightline/domain/sql-text/statements.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../../api/error.ts'
import { notifyOnDesktop } from '../../../app/desktop-notifications.ts'
import { notify } from '../../../app/notify.ts'
import { storeAnswer } from '../../../app/store-answer.ts'
import type { TextRange } from '../../../editor/error-range.ts'
import { sessionJobClient } from '../../../results/job-client.ts'
import { MaxAge, runQuery } from '../../../results/run-query.ts'
import { type ExecutionControl, type RunOutcome, useExecution } from '../../../results/use-execution.ts'
import { useLive } from '../../../ui/live-value.ts'
import { useClock } from '../../../ui/time-zone.tsx'
import { recordEvent } from '../../events/api.ts'
import { resultQuery, runText } from '../../executions/api.ts'
import { queryQuery } from '../api.ts'
import type { DraftParts } from './draft.ts'
import { type Run, useResumableRun } from './resumable-run.tsx'
import type { Rights } from './rights.ts'
import type { QueryModel } from './use-query-model.ts'
import { type RunResult, useVisibleResult } from './use-visible-result.ts'

/** A part of the text that is run on its own. */
export interface SelectedText {
  text: string
  /** Start in the whole text. */
  from: number
}

/** Where and how a text is run. */
type RunTarget = Pick<DraftParts, 'dataSourceId' | 'dialect' | 'autoLimit'>

/** The run of the page and its result. The page starts, follows and cancels runs here and nowhere else. */
export interface QueryRun extends Pick<ExecutionControl, 'execution' | 'rowsSoFar'> {
  /** The newest result; the stored one until something was run on this page. */
  result: ResultWindow | null
  isLoadingResult: boolean
  /** Whether the rows so far, or the result, are those of a selected part of the text. */
  isOfSelection: { rowsSoFar: boolean; result: boolean }
  /** Number of statements behind the result, of which it is the last one's. */
  statements: number
  /** The values of the parameters with which the result was returned. */
  values: Values
  /** Why the stored result could not be loaded; null if it could, or if there is none. */
  loadingFailure: { error: Error; retry(): void } | null
  /** The id of the result of exactly the text in the editor; null if there is none. */
  resultIdOfText(): number | null
  canExecute: boolean
  /** Why the query cannot be executed; null if it can, or if the reason is obvious. */
  disabledReason: string | null
  /** The error position that the database reported, in the text of the editor. */
  errorRange: TextRange | null
  /** @param selection what to run instead of the whole text; null for the whole text */
  execute(selection: SelectedText | null): void
  /** Runs the whole text with parameters that have just been applied; waits for the current run, if there is one. */
  executeWith(parameters: readonly Definition[]): void
  /** Runs the text on another data source or in another dialect, and hides the current result. */
  executeOn(target: RunTarget): void
  /** Runs the whole text once with all its rows; the query keeps its automatic limit. */
  executeWithoutLimit(): void
  cancel(): void
}

export function useQueryRun(model: QueryModel, source: DataSource | null, rights: Rights): QueryRun {
  const { query, draft, text } = model
  // With parameters, the latest result may be one of other values: the query is run instead, as soon as it can be.
  const [opensWithLatest] = useState(() => opensWithLatestResult(draft.parameters))
  const visible = useVisibleResult(opensWithLatest ? (query?.latest_query_data_id ?? null) : null)
  const runs = useRuns(model, source, visible.show)
  const isInProgress = isRunning(runs.execution)

  const pending = pendingCount(draft.parameters)
  const conditionsOnceApplied = (written: string): ExecuteConditions => ({
    text: written,
    hasDataSource: draft.dataSourceId !== null,
    isRunning: isInProgress,
    pendingCount: 0,
    isSafe: query?.is_safe ?? false,
    isSaved: model.runsAsSaved(written),
    mayExecute: rights.mayExecute,
    isViewOnly: source?.view_only === true,
  })
  const isAllowedOnceApplied = useLive(text, (written) => canExecute(conditionsOnceApplied(written)))
  const isAllowed = isAllowedOnceApplied && pending === 0
  const refusal = useLive(text, (written) => refusalOf(conditionsOnceApplied(written)))

  const runWholeText = (parameters: readonly Definition[], target: RunTarget = draft, maxAge: number = MaxAge.none) => {
    const { dataSourceId, dialect, autoLimit } = target
    if (dataSourceId === null) return
    const written = text.get()
    const runsAsSaved = model.runsAsSaved(written)
    const whole = { text: written, from: 0, isOfSelection: false, runsAsSaved }
    runs.start({ ...whole, dataSourceId, dialect, autoLimit, parameters }, maxAge)
  }
  const queued = useQueuedRun(isInProgress, (parameters) => {
    if (isAllowedOnceApplied) runWholeText(parameters)
  })

  const mayRunOnOpen =
    !opensWithLatest &&
    !runs.isResuming &&
    isAllowed &&
    runs.execution.status === 'idle' &&
    missingMessage(draft.parameters) === null
  const runsOnOpen = useLive(text, (written) => mayRunOnOpen && model.runsAsSaved(written))
  const runOnOpen = useEffectEvent(() => {
    if (!runs.hasRun()) runWholeText(draft.parameters, draft, MaxAge.any)
  })
  // Dropdowns first replace values that are no longer options: with those the run would be refused.
  const isWaitingForOptions = [...model.parameters.options.values()].some(({ status }) => status === 'loading')
  useEffect(() => {
    if (runsOnOpen && !isWaitingForOptions) runOnOpen()
  }, [runsOnOpen, isWaitingForOptions])

  return {
    execution: runs.execution,
    rowsSoFar: runs.rowsSoFar,
    errorRange: runs.errorRange,
    result: visible.result,
    isLoadingResult: visible.isLoading || (runsOnOpen && !runs.hasRun()),
    statements: visible.statements,
    values: visible.values,
    isOfSelection: { rowsSoFar: runs.isOfSelection, result: visible.isOfSelection },
    loadingFailure: visible.failure,
    resultIdOfText: () => visible.resultIdOf(text.get()),
    canExecute: isAllowed,
    disabledReason: pending > 0 && isAllowedOnceApplied ? t`Apply the changed parameter values first.` : refusal,
    execute(selection) {
      const { dataSourceId, dialect, autoLimit, parameters } = draft
      if (!isAllowed || dataSourceId === null) return
      if (selection === null || selection.text.trim() === '') return runWholeText(parameters)
      const isOfSelection = selection.text.trim() !== text.get().trim()
      const part = { ...selection, isOfSelection, runsAsSaved: false }
      runs.start({ ...part, dataSourceId, dialect, autoLimit, parameters }, MaxAge.none)
    },
    executeWith(parameters) {
      if (isInProgress) queued.set(parameters)
      else if (isAllowedOnceApplied) runWholeText(parameters)
    },
    executeOn(target) {
      runs.reset()
      visible.clear()
      if (text.get().trim() !== '' && rights.mayExecute) runWholeText(draft.parameters, target)
    },
    executeWithoutLimit() {
      if (isAllowed) runWholeText(draft.parameters, { ...draft, autoLimit: false })
    },
    cancel() {
      queued.set(null)
      recordEvent('cancel_execute', 'query', query?.id ?? 'new')
      runs.cancel()
    },
  }
}

/** Why a query cannot be run whatever values are applied; null if it can, or if the reason is obvious. */
function refusalOf(query: ExecuteConditions): string | null {
  if (query.text.trim() === '') return null
  return query.hasDataSource ? whyNotAllowed(query) : t`The query has no data source.`
}

/** Parameters applied during a run are run after it: otherwise the page would show the rows of other values beside them. */
function useQueuedRun(isInProgress: boolean, run: (parameters: readonly Definition[]) => void) {
  const queued = useRef<readonly Definition[] | null>(null)
  const runQueued = useEffectEvent(() => {
    const parameters = queued.current
    queued.current = null
    if (parameters !== null) run(parameters)
  })
  useEffect(() => {
    if (!isInProgress) runQueued()
  }, [isInProgress])
  return {
    set(parameters: readonly Definition[] | null) {
      queued.current = parameters
    },
  }
}

/** The number of statements of a text; 1 in other languages than SQL, which have none. */
function statementsIn(text: string, source: DataSource | null, chosen: string | null): number {
  const dialect = source === null ? '' : queryDialect(source, chosen)
  return source?.syntax === 'sql' && otherLanguage(dialect) === null ? countStatements(text, dialect) : 1
}

/** Each run from its request to its result, including runs taken over from an earlier page. */
function useRuns(model: QueryModel, source: DataSource | null, show: (result: RunResult) => void) {
  const cache = useQueryClient()
  const { execution, rowsSoFar, start, attach, inFlight, cancel, reset } = useExecution(sessionJobClient)
  const [errorRange, setErrorRange] = useState<TextRange | null>(null)
  const [isOfSelection, setIsOfSelection] = useState(false)
  const isCancelled = useRef(false)
  /** Whether anything was run since the page was opened. */
  const hasRun = useRef(false)
  const current = useRef<Run | null>(null)
  const resumable = useResumableRun(model)
  const clock = useClock()
  const { query, draft, parameters } = model

  function begin(run: Run | null, wasCancelled: boolean) {
    setErrorRange(null)
    setIsOfSelection(run?.isOfSelection ?? false)
    isCancelled.current = wasCancelled
    hasRun.current = true
    current.current = run
    if (run !== null) parameters.recordRun(run.parameters)
  }

  function send({ text, dataSourceId, dialect, autoLimit, runsAsSaved, definitions, values }: Run, maxAge: number) {
    if (runsAsSaved && query !== null) return runQuery(query.id, values, maxAge, { autoLimit, waitUntil: 'first_rows' })
    const queryId = query?.id ?? null
    const waitUntil = 'first_rows'
    return runText({ query: text, dataSourceId, dialect, queryId, autoLimit, parameters: values, definitions, waitUntil })
  }

  async function conclude(run: Run, outcome: RunOutcome | null) {
    if (outcome === null) return
    resumable.forget()
    if (!isCancelled.current)
      notifyOnDesktop(outcome.status === 'failed' ? t`${draft.name} failed to run` : t`${draft.name} updated`)
    if (outcome.status === 'failed') {
      const { errorInText } = await import('./error-in-text.ts')
      const range = errorInText({ ...run, source }, outcome)
      setErrorRange(range === null ? null : { from: range.from + run.from, to: range.to + run.from })
      if (!isCancelled.current) notify.error(t`${draft.name} failed to run`, undefined, { id: 'query-failed' })
      return
    }
    const { window } = outcome
    const { result: info } = window
    await storeAnswer(cache, resultQuery(info.id).queryKey, window)
    show({
      window,
      text: run.from === 0 ? run.text : '',
      isOfSelection: run.isOfSelection,
      statements: statementsIn(run.text, source, run.dialect),
      values: run.values,
    })
    if (!run.runsAsSaved || query === null || run.definitions.length > 0 || run.autoLimit !== draft.autoLimit) return
    await storeAnswer(cache, queryQuery(query.id).queryKey, (now) =>
      now === undefined
        ? now
        : { ...now, latest_query_data_id: info.id, runtime: info.runtime, retrieved_at: info.retrieved_at },
    )
  }

  const resumeOnMount = useEffectEvent(async (isMounted: () => boolean) => {
    const found = resumable.takeTransferred() ?? (await resumable.findPersisted())
    if (!isMounted()) return
    resumable.endLooking()
    if (found === null || hasRun.current) return
    begin(found.run, found.inFlight.isCancelled)
    await conclude(found.run, await attach(found.inFlight))
  })
  const transferOnUnmount = useEffectEvent(() => {
    const left = inFlight()
    if (left !== null && current.current !== null) resumable.transfer(current.current, left)
    // The same component may be mounted again, and then starts from the beginning.
    hasRun.current = false
  })
  useEffect(() => {
    let isMounted = true
    void resumeOnMount(() => isMounted)
    return () => {
      isMounted = false
      transferOnUnmount()
    }
  }, [])

  return {
    execution,
    rowsSoFar,
    errorRange,
    isOfSelection,
    isResuming: resumable.isLooking,
    hasRun: () => hasRun.current,
    start(request: Omit<Run, 'definitions' | 'values'>, maxAge: number) {
      // A selected part of the text needs only the values of its own parameters.
      const definitions = definitionsFor(request.text, request.parameters)
      const problem = invalidNameProblem(allNames(request.text) ?? [], definitions) ?? missingMessage(definitions)
      if (problem !== null) {
        begin(null, false)
        void start(() => Promise.reject(new ApiError(400, null, problem, null)))
        return
      }
      const run: Run = { ...request, definitions, values: runValues(definitions, clock()) }
      begin(run, false)
      void start(() => resumable.persist(run, send(run, maxAge))).then((outcome) => conclude(run, outcome))
    },
    cancel() {
      isCancelled.current = true
      cancel().catch((error: unknown) => notify.failure(error))
    },
    reset() {
      reset()
      setErrorRange(null)
    },
  }
}
