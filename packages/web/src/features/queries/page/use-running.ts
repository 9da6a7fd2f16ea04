import type { DataSource } from '@sightline/contract/data-sources.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { canExecute, type ExecuteConditions, isRunning, whyNotAllowed } from '@sightline/domain/execution-state.ts'
import { type Definition, opensWithLatestResult } from '@sightline/domain/parameters/definition.ts'
import { pendingCount } from '@sightline/domain/parameters/pending.ts'
import { missingMessage } from '@sightline/domain/parameters/values.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TextRange } from '../../../editor/error-place.ts'
import type { ExecutionControl } from '../../../results/use-execution.ts'
import { useLive } from '../../../ui/live-value.ts'
import { recordEvent } from '../../events/api.ts'
import { MaxAge } from '../../executions/api.ts'
import type { DraftParts } from './draft.ts'
import type { QueryModel } from './model.ts'
import type { Rights } from './rights.ts'
import { useRuns } from './use-runs.ts'
import { useShownResult } from './use-shown-result.ts'

/** A part of the text that is run on its own. */
export interface SelectedText {
  text: string
  /** Where it begins in the whole text. */
  from: number
}

/** Running the query of the page. */
export interface Running {
  execution: ExecutionControl['execution']
  rowsSoFar: ExecutionControl['rowsSoFar']
  /** The newest result; the stored one until something was run here. */
  result: ResultWindow | null
  /** Whether a stored result is on its way. */
  isLoadingResult: boolean
  /** What is of a selected part of the text: the rows so far, the result. */
  isOfSelection: { rowsSoFar: boolean; result: boolean }
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
  /** Runs the text on another data source or in another dialect, whose result takes the place of the present one. */
  executeOn(place: RunPlace): void
  cancel(): void
}

/** Where a text is run, and in which dialect. */
type RunPlace = Pick<DraftParts, 'dataSourceId' | 'dialect'>

interface HowToRun {
  /** Other than those of the draft. */
  place?: RunPlace
  /** Seconds, how old a stored result may be to be taken instead; none when left out. */
  maxAge?: number
}

export function useRunning(model: QueryModel, source: DataSource | null, rights: Rights): Running {
  const { query, draft, text } = model
  // With parameters, the latest result may be one of other values: the query is run instead, once it can be.
  const [opensWithLatest] = useState(() => opensWithLatestResult(draft.parameters))
  const shown = useShownResult(opensWithLatest ? (query?.latest_query_data_id ?? null) : null)
  const part = usePartOfText()
  const runs = useRuns(model, source, (made) => {
    shown.show(made)
    part.show()
  })
  const { execution, rowsSoFar, errorRange } = runs

  const isUnderWay = isRunning(execution)
  const pending = pendingCount(draft.parameters)
  const onceApplied = (written: string): ExecuteConditions => ({
    text: written,
    hasDataSource: draft.dataSourceId !== null,
    isRunning: isUnderWay,
    pendingCount: 0,
    isSafe: query?.is_safe ?? false,
    isSaved: model.runsAsSaved(written),
    mayExecute: rights.mayExecute,
    isViewOnly: source?.view_only === true,
  })
  const isAllowedOnceApplied = useLive(text, (written) => canExecute(onceApplied(written)))
  const isAllowed = isAllowedOnceApplied && pending === 0
  const whyNever = useLive(text, (written) => reasonOf(onceApplied(written)))

  const runWhole = (parameters: readonly Definition[], { place = draft, maxAge }: HowToRun = {}) => {
    const { dataSourceId, dialect } = place
    if (dataSourceId === null) return
    const written = text.get()
    part.begin(false)
    void runs.run({
      text: written,
      from: 0,
      dataSourceId,
      dialect,
      isWholeAndSaved: model.runsAsSaved(written),
      parameters,
      maxAge,
    })
  }
  const next = useNextRun(isUnderWay, (parameters) => {
    if (isAllowedOnceApplied) runWhole(parameters)
  })

  const mayOpenByRunning =
    !opensWithLatest && !runs.isLooking && isAllowed && execution.status === 'idle' && missingMessage(draft.parameters) === null
  const opensByRunning = useLive(text, (written) => mayOpenByRunning && model.runsAsSaved(written))
  const open = useEffectEvent(() => {
    if (!runs.wasRun.current) runWhole(draft.parameters, { maxAge: MaxAge.any })
  })
  // A value that is no option any more gives way first to one that is: the run would be refused.
  const awaitsOptions = [...model.parameters.options.values()].some(({ status }) => status === 'loading')
  useEffect(() => {
    if (opensByRunning && !awaitsOptions) open()
  }, [opensByRunning, awaitsOptions])

  return {
    execution,
    rowsSoFar,
    errorRange,
    result: shown.result,
    isLoadingResult: shown.isLoading || (opensByRunning && !runs.wasRun.current),
    isOfSelection: { rowsSoFar: part.isRun, result: shown.result !== null && part.isShown },
    loadingFailure: shown.failure,
    resultOfText: () => shown.resultOf(text.get()),
    canExecute: isAllowed,
    whyNot: pending > 0 && isAllowedOnceApplied ? 'Apply the changed parameter values first.' : whyNever,
    execute(selection) {
      if (!isAllowed || draft.dataSourceId === null) return
      if (selection === null || selection.text.trim() === '') return runWhole(draft.parameters)
      const { dataSourceId, dialect, parameters } = draft
      part.begin(selection.text.trim() !== text.get().trim())
      void runs.run({ ...selection, dataSourceId, dialect, isWholeAndSaved: false, parameters })
    },
    executeWith(parameters) {
      if (isUnderWay) next.set(parameters)
      else if (isAllowedOnceApplied) runWhole(parameters)
    },
    executeOn(place) {
      runs.forget()
      shown.clear()
      if (text.get().trim() !== '' && rights.mayExecute) runWhole(draft.parameters, { place })
    },
    cancel() {
      next.set(null)
      recordEvent('cancel_execute', 'query', query?.id ?? 'new')
      runs.cancel()
    },
  }
}

/** Why a query cannot be run, whatever values are applied; null where that is in plain sight. */
function reasonOf(query: ExecuteConditions): string | null {
  if (query.text.trim() === '') return null
  return query.hasDataSource ? whyNotAllowed(query) : 'The query has no data source.'
}

/** Of a run, and of what the page shows: whether it is of a part of the text. */
function usePartOfText() {
  const [isPart, setIsPart] = useState({ run: false, shown: false })
  return {
    isRun: isPart.run,
    isShown: isPart.shown,
    begin: (isRun: boolean) => setIsPart((now) => ({ ...now, run: isRun })),
    /** What was run is what the page shows now. */
    show: () => setIsPart(({ run }) => ({ run, shown: run })),
  }
}

/** Values that were applied during a run: the next one follows it, or the page would show the rows of others beside them. */
function useNextRun(isUnderWay: boolean, run: (parameters: readonly Definition[]) => void) {
  const awaiting = useRef<readonly Definition[] | null>(null)
  const goOn = useEffectEvent(() => {
    const parameters = awaiting.current
    awaiting.current = null
    if (parameters !== null) run(parameters)
  })
  useEffect(() => {
    if (!isUnderWay) goOn()
  }, [isUnderWay])
  return {
    set(parameters: readonly Definition[] | null) {
      awaiting.current = parameters
    },
  }
}
