import { api } from '@sightline/contract/api.ts'
import type { RunReply } from '@sightline/contract/executions.ts'
import type { Cell, ResultColumn, ResultWindow } from '@sightline/contract/results.ts'
import { type Execution, type ExecutionEvent, idle, nextExecution } from '@sightline/domain/execution-state.ts'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { followRun, isOutage, type JobProgress, progressOf, requestFailure, withRetries } from './follow-run.ts'
import type { JobClient } from './job-client.ts'

/** The first rows of a run that has not finished yet. */
export interface RowsSoFar {
  columns: ResultColumn[]
  rows: Cell[][]
}

export type RunOutcome = { status: 'done'; window: ResultWindow } | Extract<Execution, { status: 'failed' }>

/** A run that has not finished: enough for another component to attach to it. */
export interface InFlightRun {
  /** The server's reply to the request that started it. */
  reply: Promise<RunReply>
  /** Milliseconds since the epoch. */
  startedAt: number
  isCancelled: boolean
}

/** Follows one run at a time. It knows nothing about queries, texts or results on the page. */
export interface ExecutionControl {
  execution: Execution
  /** null until the first rows have arrived, and after the run has ended. */
  rowsSoFar: RowsSoFar | null
  /**
   * Starts a run and follows it; an earlier run that is still going on is no longer followed.
   * @param send the request that starts it
   * @returns its outcome; null if another run replaced it or the component was unmounted
   */
  start(send: () => Promise<RunReply>): Promise<RunOutcome | null>
  /** Follows a run that was started elsewhere. @returns as `start` */
  attach(run: InFlightRun): Promise<RunOutcome | null>
  /** The run that is being followed; null if there is none. */
  inFlight(): InFlightRun | null
  /** Asks the server to cancel the run, which is followed until it has ended. @throws ApiError if the request fails */
  cancel(): Promise<void>
  /** Stops following the run and clears its error message. */
  reset(): void
}

interface CurrentRun extends InFlightRun {
  /** Aborts following the run; the run itself goes on. */
  controller: AbortController
  jobId: string | null
}

/** @param client stays the same object: another one would make all callbacks new */
export function useExecution(client: JobClient): ExecutionControl {
  const [execution, dispatch] = useReducer(nextExecution, idle)
  const [rowsSoFar, setRowsSoFar] = useState<RowsSoFar | null>(null)
  const current = useRef<CurrentRun | null>(null)

  useEffect(() => () => current.current?.controller.abort(), [])

  const attach = useCallback<ExecutionControl['attach']>(
    async (inFlight) => {
      current.current?.controller.abort()
      const run: CurrentRun = { ...inFlight, controller: new AbortController(), jobId: null }
      current.current = run
      const { signal } = run.controller
      const onProgress = (progress: JobProgress) => {
        if (signal.aborted) return
        if (progress.type === 'rows') setRowsSoFar({ columns: progress.columns, rows: progress.rows })
        else dispatch(progress)
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
          if (run.isCancelled) await sendCancel(run.jobId, client)
        }
        signal.throwIfAborted()
        const outcome = await followRun(reply, client, onProgress, signal)
        if (signal.aborted) return null
        end()
        if (outcome.status === 'failed') {
          dispatch(progressOf(outcome.job))
          return failureAfter(progressOf(outcome.job))
        }
        dispatch({ type: 'result', resultId: outcome.window.result.id })
        return outcome
      } catch (error) {
        if (signal.aborted) return null
        end()
        const event = { type: 'failed', failure: requestFailure(error) } as const
        dispatch(event)
        return failureAfter(event)
      }
    },
    [client],
  )

  const start = useCallback<ExecutionControl['start']>(
    (send) => attach({ reply: send(), startedAt: Date.now(), isCancelled: false }),
    [attach],
  )

  const inFlight = useCallback(() => current.current, [])

  const cancel = useCallback(async () => {
    const run = current.current
    if (run === null || run.isCancelled) return
    run.isCancelled = true
    dispatch({ type: 'cancelling' })
    if (run.jobId === null) return
    try {
      await sendCancel(run.jobId, client)
    } catch (error) {
      run.isCancelled = false
      if (!run.controller.signal.aborted) dispatch({ type: 'cancelling failed' })
      throw error
    }
  }, [client])

  const reset = useCallback(() => {
    current.current?.controller.abort()
    current.current = null
    setRowsSoFar(null)
    dispatch({ type: 'forgotten' })
  }, [])

  return { execution, rowsSoFar, start, attach, inFlight, cancel, reset }
}

function failureAfter(event: ExecutionEvent): RunOutcome | null {
  const execution = nextExecution(idle, event)
  return execution.status === 'failed' ? execution : null
}

/** Retries without the run's signal: users press Cancel only once, and may leave the page right after. */
const sendCancel = (jobId: string, { sleep }: JobClient) =>
  withRetries(
    () => call(api.executions.cancel, { params: { job: jobId } }),
    isOutage,
    (milliseconds) => sleep(milliseconds, new AbortController().signal),
  )
