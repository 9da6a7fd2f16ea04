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

/** A run that goes on, for a page that goes on with it. */
export interface RunUnderWay {
  /** What the server has answered to the request that started it, or will answer. */
  reply: Promise<RunReply>
  /** Milliseconds since the epoch. */
  startedAt: number
  isCancelled: boolean
}

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
  start(send: () => Promise<RunReply>): Promise<Outcome | null>
  /** Goes on with a run that was started elsewhere. @returns as `start` */
  takeUp(run: RunUnderWay): Promise<Outcome | null>
  /** The run that goes on; null when there is none. */
  underWay(): RunUnderWay | null
  /** Asks the server to end the run; it goes on until the server has ended it. @throws where that did not get through */
  cancel(): Promise<void>
  /** Forgets the run: it is no longer followed, and its message is taken away. */
  forget(): void
}

interface CurrentRun extends RunUnderWay {
  /** Ends the following of it, not the run. */
  controller: AbortController
  jobId: string | null
}

/** Runs queries and follows them to their result. */
export function useExecution(doors: JobDoors): Executions {
  const [execution, dispatch] = useReducer(nextExecution, idle)
  const [rowsSoFar, setRowsSoFar] = useState<RowsSoFar | null>(null)
  const current = useRef<CurrentRun | null>(null)

  useEffect(() => () => current.current?.controller.abort(), [])

  const takeUp = useCallback<Executions['takeUp']>(
    async (underWay) => {
      current.current?.controller.abort()
      const run: CurrentRun = { ...underWay, controller: new AbortController(), jobId: null }
      current.current = run
      const { signal } = run.controller
      const tell = (news: JobNews) => {
        if (signal.aborted) return
        if (news.type === 'rows') setRowsSoFar({ columns: news.columns, rows: news.rows })
        else dispatch(news)
      }
      const end = () => {
        current.current = null
        setRowsSoFar(null)
      }

      setRowsSoFar(null)
      dispatch({ type: 'started', at: run.startedAt })
      if (run.isCancelled) dispatch({ type: 'cancelling' })
      try {
        const reply = await run.reply
        if ('job' in reply) {
          run.jobId = reply.job.id
          // Cancel was pressed before there was a job to cancel.
          if (run.isCancelled) await askToEnd(run.jobId, doors)
        }
        signal.throwIfAborted()
        const outcome = await followRun(reply, doors, tell, signal)
        if (signal.aborted) return null
        end()
        if (outcome.status === 'failed') {
          dispatch(bareNews(outcome.job))
          return endedBy(bareNews(outcome.job))
        }
        dispatch({ type: 'result', resultId: outcome.window.result.id })
        return outcome
      } catch (error) {
        if (signal.aborted) return null
        end()
        const event = { type: 'failed', failure: failureOf(error) } as const
        dispatch(event)
        return endedBy(event)
      }
    },
    [doors],
  )

  const start = useCallback<Executions['start']>(
    (send) => takeUp({ reply: send(), startedAt: Date.now(), isCancelled: false }),
    [takeUp],
  )

  const underWay = useCallback(() => current.current, [])

  const cancel = useCallback(async () => {
    const run = current.current
    if (run === null || run.isCancelled) return
    run.isCancelled = true
    dispatch({ type: 'cancelling' })
    if (run.jobId === null) return
    try {
      await askToEnd(run.jobId, doors)
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

  return { execution, rowsSoFar, start, takeUp, underWay, cancel, forget }
}

function endedBy(event: ExecutionEvent): Outcome | null {
  const execution = nextExecution(idle, event)
  return execution.status === 'failed' ? execution : null
}

/** Cancel is pressed only once: where it does not get through it is sent again, whatever becomes of the page. */
const askToEnd = (jobId: string, { sleep }: JobDoors) =>
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
