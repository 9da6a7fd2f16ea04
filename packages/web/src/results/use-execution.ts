import { api } from '@sightline/contract/api.ts'
import type { RunReply } from '@sightline/contract/executions.ts'
import type { Cell, ResultColumn, ResultWindow } from '@sightline/contract/results.ts'
import {
  type Execution,
  type ExecutionEvent,
  idle,
  nextExecution,
  type RequestFailure,
} from '@sightline/domain/execution-state.ts'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { ApiError } from '../api/error.ts'
import { bareNews, type JobDoors, type JobNews } from './follow-job.ts'
import { isOutage, withRetries } from './retry.ts'
import { followRun } from './run-query.ts'

/** The first rows of a run that is still going on. */
export interface RowsSoFar {
  columns: ResultColumn[]
  rows: Cell[][]
}

/** How a run ended. */
export type Outcome = { status: 'done'; window: ResultWindow } | Extract<Execution, { status: 'failed' }>

/** Running queries, one at a time. */
export interface Executions {
  execution: Execution
  /** null until the first rows have arrived, and when the run has ended. */
  rowsSoFar: RowsSoFar | null
  /**
   * Starts a run; a run that is still going on is no longer followed.
   * @param send the request that starts it
   * @returns how it ended; null when another run or leaving the page took its place
   */
  start(send: (signal: AbortSignal) => Promise<RunReply>): Promise<Outcome | null>
  /** Asks the server to end the run; it goes on until the server has ended it. @throws where that did not get through */
  cancel(): Promise<void>
  /** Forgets the run: it is no longer followed, and its message is taken away. */
  forget(): void
}

interface CurrentRun {
  controller: AbortController
  jobId: string | null
  isCancelled: boolean
}

/** Runs queries and follows them to their result. */
export function useExecution(doors: JobDoors): Executions {
  const [execution, dispatch] = useReducer(nextExecution, idle)
  const [rowsSoFar, setRowsSoFar] = useState<RowsSoFar | null>(null)
  const current = useRef<CurrentRun | null>(null)

  useEffect(() => () => current.current?.controller.abort(), [])

  const start = useCallback<Executions['start']>(
    async (send) => {
      current.current?.controller.abort()
      const run: CurrentRun = { controller: new AbortController(), jobId: null, isCancelled: false }
      current.current = run
      const { signal } = run.controller
      const tell = (news: JobNews) => {
        if (signal.aborted) return
        if (news.type === 'rows') setRowsSoFar({ columns: news.columns, rows: news.rows })
        else dispatch(news)
      }

      setRowsSoFar(null)
      dispatch({ type: 'started', at: Date.now() })
      try {
        const reply = await send(signal)
        if ('job' in reply) {
          run.jobId = reply.job.id
          // Cancel was pressed before there was a job to cancel.
          if (run.isCancelled && !signal.aborted) await end(run.jobId, doors)
        }
        const outcome = await followRun(reply, doors, tell, signal)
        if (signal.aborted) return null
        setRowsSoFar(null)
        if (outcome.status === 'failed') {
          dispatch(bareNews(outcome.job))
          return endedBy(bareNews(outcome.job))
        }
        dispatch({ type: 'result', resultId: outcome.window.result.id })
        return outcome
      } catch (error) {
        if (signal.aborted) return null
        setRowsSoFar(null)
        const event = { type: 'failed', failure: failureOf(error) } as const
        dispatch(event)
        return endedBy(event)
      }
    },
    [doors],
  )

  const cancel = useCallback(async () => {
    const run = current.current
    if (run === null || run.isCancelled) return
    run.isCancelled = true
    dispatch({ type: 'cancelling' })
    if (run.jobId === null) return
    try {
      await end(run.jobId, doors)
    } catch (error) {
      run.isCancelled = false
      if (!run.controller.signal.aborted) dispatch({ type: 'cancelling failed' })
      throw error
    }
  }, [doors])

  const forget = useCallback(() => {
    current.current?.controller.abort()
    current.current = null
    setRowsSoFar(null)
    dispatch({ type: 'forgotten' })
  }, [])

  return { execution, rowsSoFar, start, cancel, forget }
}

function endedBy(event: ExecutionEvent): Outcome | null {
  const execution = nextExecution(idle, event)
  return execution.status === 'failed' ? execution : null
}

/** Cancel is pressed only once: where it does not get through it is sent again, whatever becomes of the page. */
const end = (jobId: string, { sleep }: JobDoors) =>
  withRetries(
    () => call(api.executions.cancel, { params: { job: jobId } }),
    isOutage,
    (milliseconds) => sleep(milliseconds, new AbortController().signal),
  )

function failureOf(error: unknown): RequestFailure {
  return error instanceof ApiError
    ? { status: error.status, message: error.message, body: error.body }
    : { status: 500, message: error instanceof Error ? error.message : null, body: null }
}
