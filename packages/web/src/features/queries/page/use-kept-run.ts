import { api } from '@sightline/contract/api.ts'
import type { RunReply } from '@sightline/contract/executions.ts'
import { definitionsFor } from '@sightline/domain/parameters/keyword.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { browserClock } from '../../../results/browser-clock.ts'
import { hasEnded } from '../../../results/follow-run.ts'
import { textOf } from './draft.ts'
import { forgetRun, keepRun, keptRun } from './kept-run.ts'
import type { QueryModel } from './model.ts'
import type { HandedRun, Run } from './run-handover.tsx'

/** The run that the tab keeps for when the page is opened anew. */
interface KeptRunOfPage {
  /** Whether one is being looked for, with which the page would go on. */
  isLooking: boolean
  /** Asks the server for it. @returns null where none goes on */
  look(): Promise<HandedRun | null>
  /** What was looked for is no longer waited for. */
  endLook(): void
  /** Keeps a run of the saved query as soon as the server has told its name. @returns what the server has answered */
  keep(run: Run, reply: Promise<RunReply>): Promise<RunReply>
  forget(): void
}

/** Only runs of the saved query are kept: what else was run is not on the page when it is opened anew. */
export function useKeptRun({ query, draft: { parameters } }: QueryModel): KeptRunOfPage {
  const text = query === null ? '' : textOf(query)
  const definitions = definitionsFor(text, parameters)
  const [isLooking, setIsLooking] = useState(() => query !== null && keptRun(query, definitions) !== null)
  return {
    isLooking,
    async look() {
      const kept = query && keptRun(query, definitions)
      if (query === null || kept === null || query.data_source_id === null) return null
      const found = await call(api.executions.job, { params: { job: kept.jobId } }).catch(() => null)
      if (found === null || hasEnded(found.job)) {
        forgetRun(query)
        return null
      }
      const values = runValues(definitions, browserClock())
      return {
        run: {
          text,
          from: 0,
          dataSourceId: query.data_source_id,
          dialect: query.options.dialect ?? null,
          isWholeAndSaved: true,
          parameters,
          definitions,
          values,
        },
        inFlight: { reply: Promise.resolve(found), startedAt: kept.startedAt, isCancelled: false },
      }
    },
    endLook: () => setIsLooking(false),
    async keep(run, reply) {
      const startedAt = Date.now()
      if (query !== null) forgetRun(query)
      const answered = await reply
      if (run.isWholeAndSaved && query !== null && 'job' in answered && !hasEnded(answered.job))
        keepRun(query, run.definitions, answered.job.id, startedAt)
      return answered
    },
    forget() {
      if (query !== null) forgetRun(query)
    },
  }
}
