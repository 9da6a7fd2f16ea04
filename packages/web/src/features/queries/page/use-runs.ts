import type { DataSource } from '@sightline/contract/data-sources.ts'
import { definitionsFor, invalidNameProblem } from '@sightline/domain/parameters/keyword.ts'
import { allNames } from '@sightline/domain/parameters/template.ts'
import { missingMessage, runValues } from '@sightline/domain/parameters/values.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../../api/error.ts'
import { notifyOnDesktop } from '../../../app/desktop-notifications.ts'
import { notify } from '../../../app/notify.ts'
import type { TextRange } from '../../../editor/error-place.ts'
import { browserClock } from '../../../results/browser-clock.ts'
import { sessionJobClient } from '../../../results/job-client.ts'
import { type ExecutionControl, type RunOutcome, useExecution } from '../../../results/use-execution.ts'
import { MaxAge, resultQuery, runQuery, runText } from '../../executions/api.ts'
import { queryQuery } from '../api.ts'
import type { QueryModel } from './model.ts'
import { isRunOf, type Run, useRunHandover } from './run-handover.tsx'
import { useKeptRun } from './use-kept-run.ts'
import type { Made } from './use-shown-result.ts'

/** What is to be run. */
interface Asked extends Omit<Run, 'definitions' | 'values'> {
  /** Seconds, how old a stored result may be to be taken instead. */
  maxAge?: number
}

/** The runs of a page, each from its request to its rows. */
interface Runs extends Pick<ExecutionControl, 'execution' | 'rowsSoFar'> {
  /** What the database complained about, in the text of the editor. */
  errorRange: TextRange | null
  /** Whether a run of before, which may still go on, is being looked for. */
  isLooking: boolean
  /** Whether anything was run since the page was opened. */
  wasRun: Readonly<RefObject<boolean>>
  run(asked: Asked): Promise<void>
  cancel(): void
  /** Forgets the run, and what it complained about. */
  forget(): void
}

/** @param show told the rows of a run */
export function useRuns(model: QueryModel, source: DataSource | null, show: (made: Made) => void): Runs {
  const cache = useQueryClient()
  const { execution, rowsSoFar, start, attach, inFlight, cancel, reset } = useExecution(sessionJobClient)
  const handover = useRunHandover()
  const [errorRange, setErrorRange] = useState<TextRange | null>(null)
  const isCancelled = useRef(false)
  const wasRun = useRef(false)
  const present = useRef<Run | null>(null)
  const { query, draft, text, parameters } = model
  const appliesAutoLimit = query?.options.apply_auto_limit ?? false
  const kept = useKeptRun(model)

  function begin(run: Run | null, wasCancelled: boolean) {
    setErrorRange(null)
    isCancelled.current = wasCancelled
    wasRun.current = true
    present.current = run
    if (run !== null) parameters.noteRun(run.parameters)
  }

  function send({ text, dataSourceId, dialect, isWholeAndSaved, definitions, values }: Run, maxAge: number) {
    if (isWholeAndSaved && query !== null) return runQuery(query.id, values, maxAge)
    const queryId = query?.id ?? null
    return runText({ query: text, dataSourceId, dialect, queryId, appliesAutoLimit, parameters: values, definitions })
  }

  async function conclude(run: Run, outcome: RunOutcome | null) {
    if (outcome === null) return
    kept.forget()
    if (!isCancelled.current) notifyOnDesktop(`${draft.name} ${outcome.status === 'failed' ? 'failed to run' : 'updated'}`)
    if (outcome.status === 'failed') {
      const { errorInText } = await import('./error-in-text.ts')
      const place = errorInText({ ...run, source, appliesAutoLimit }, outcome)
      setErrorRange(place === null ? null : { from: place.from + run.from, to: place.to + run.from })
      // Whoever cancelled it knows.
      if (!isCancelled.current) notify.error(`${draft.name} failed to run`, undefined, { id: 'query-failed' })
      return
    }
    const { window } = outcome
    const { result: info } = window
    cache.setQueryData(resultQuery(info.id).queryKey, window)
    show({ window, text: run.from === 0 ? run.text : '' })
    if (!run.isWholeAndSaved || query === null || run.definitions.length > 0) return
    cache.setQueryData(queryQuery(query.id).queryKey, (now) =>
      now === undefined
        ? now
        : { ...now, latest_query_data_id: info.id, runtime: info.runtime, retrieved_at: info.retrieved_at },
    )
  }

  const comeIn = useEffectEvent(async (isStillHere: () => boolean) => {
    const handed = handover.take()
    const isShown = handed !== null && isRunOf(handed.run, { ...draft, text: text.get() })
    const found = isShown ? handed : await kept.look()
    if (!isStillHere()) return
    kept.endLook()
    if (found === null || wasRun.current) return
    begin(found.run, found.inFlight.isCancelled)
    await conclude(found.run, await attach(found.inFlight))
  })
  useEffect(() => {
    let isHere = true
    void comeIn(() => isHere)
    return () => {
      isHere = false
      const left = inFlight()
      if (left !== null && present.current !== null) handover.put({ run: present.current, inFlight: left })
      // A page that comes back has to begin anew.
      wasRun.current = false
    }
  }, [handover, inFlight])

  return {
    execution,
    rowsSoFar,
    errorRange,
    isLooking: kept.isLooking,
    wasRun,
    async run({ maxAge = MaxAge.none, ...asked }) {
      // A part of the text needs the values of its own parameters only.
      const definitions = definitionsFor(asked.text, asked.parameters)
      const problem = invalidNameProblem(allNames(asked.text) ?? [], definitions) ?? missingMessage(definitions)
      if (problem !== null) {
        begin(null, false)
        await start(() => Promise.reject(new ApiError(400, null, problem, null)))
        return
      }
      const run = { ...asked, definitions, values: runValues(definitions, browserClock()) }
      begin(run, false)
      await conclude(run, await start(() => kept.keep(run, send(run, maxAge))))
    },
    cancel() {
      isCancelled.current = true
      cancel().catch((error: unknown) => notify.failure(error))
    },
    forget() {
      reset()
      setErrorRange(null)
    },
  }
}
