import { api } from '@sightline/contract/api.ts'
import type { RunReply } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Definition, Values } from '@sightline/domain/parameters/definition.ts'
import { definitionsFor } from '@sightline/domain/parameters/keyword.ts'
import { hasNewValues, isSameSetup } from '@sightline/domain/parameters/saved.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import { createContext, type ReactNode, use, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../../api/call.ts'
import { hasEnded } from '../../../results/follow-run.ts'
import type { InFlightRun } from '../../../results/use-execution.ts'
import { useClock } from '../../../ui/time-zone.tsx'
import { textOf } from './draft.ts'
import type { QueryModel } from './use-query-model.ts'

/** A text that is run, with its data source and values. */
export interface Run {
  text: string
  /** Start of the text in the editor. */
  from: number
  /** Whether the text is only a part of the text in the editor. */
  isOfSelection: boolean
  dataSourceId: number
  /** As chosen for the query; null if none is chosen. */
  dialect: string | null
  autoLimit: boolean
  /** Whether this runs the query as it is saved. */
  runsAsSaved: boolean
  /** All parameters of the query. */
  parameters: readonly Definition[]
  /** The parameters in the text that is run, and their values. */
  definitions: readonly Definition[]
  values: Values
}

/** A run that goes on while its page is replaced. */
interface TransferredRun {
  run: Run
  inFlight: InFlightRun
}

/** Holds the run of a page that was left until the next page takes it. */
interface RunTransfer {
  put(transferred: TransferredRun): void
  /** @returns null if there is none; each run is taken once */
  take(): TransferredRun | null
}

const RunTransferContext = createContext<RunTransfer>({ put() {}, take: () => null })

/** A run keeps going when you switch between *Show Data Only* and *Edit Source*; its timer and *Cancel* stay visible. */
export function RunTransferProvider({ children }: { children: ReactNode }) {
  const [transfer] = useState(createRunTransfer)
  return <RunTransferContext value={transfer}>{children}</RunTransferContext>
}

function createRunTransfer(): RunTransfer {
  let transferred: TransferredRun | null = null
  return {
    put(next) {
      transferred = next
    },
    take() {
      const taken = transferred
      transferred = null
      return taken
    },
  }
}

/** Stored in sessionStorage, so that a reloaded page finds the run again: what is needed to recognise it, nothing more. */
const PersistedRun = z.object({
  jobId: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  version: z.int(),
  values: z.string(),
})

const storageKey = ({ id }: Query) => `sightline-run-${id}`
const valuesText = (parameters: readonly Definition[]) => JSON.stringify(parameters.map(({ name, value }) => [name, value]))

/** Lets a run outlive its page: the other page of the query takes it over, and a reloaded page finds it again. */
export interface ResumableRun {
  /** Whether the page still looks for a run of an earlier page. */
  isLooking: boolean
  endLooking(): void
  /** The run of the page that was left, if it gives the result of this page; null otherwise. */
  takeTransferred(): TransferredRun | null
  /** The run of the saved query in sessionStorage, if the server is still running it; null otherwise. */
  findPersisted(): Promise<TransferredRun | null>
  /** Leaves a run to the next page. */
  transfer(run: Run, inFlight: InFlightRun): void
  /** Stores a run of the saved query once the server has started a job. Other runs are not found again. @returns the reply */
  persist(run: Run, reply: Promise<RunReply>): Promise<RunReply>
  forget(): void
}

export function useResumableRun({ query, draft, text }: QueryModel): ResumableRun {
  const transfer = use(RunTransferContext)
  const clock = useClock()
  const { parameters } = draft
  const savedText = query === null ? '' : textOf(query)
  const definitions = definitionsFor(savedText, parameters)
  const [isLooking, setIsLooking] = useState(() => query !== null && readPersisted(query, definitions) !== null)
  const forget = () => {
    if (query !== null) withStorage(() => sessionStorage.removeItem(storageKey(query)))
  }
  return {
    isLooking,
    endLooking: () => setIsLooking(false),
    takeTransferred() {
      const transferred = transfer.take()
      return transferred !== null && givesResultOf(transferred.run, { ...draft, text: text.get() }) ? transferred : null
    },
    async findPersisted() {
      const persisted = query && readPersisted(query, definitions)
      if (query === null || persisted === null || query.data_source_id === null) return null
      const reply = await call(api.executions.job, { params: { job: persisted.jobId } }).catch(() => null)
      if (reply === null || hasEnded(reply.job)) {
        forget()
        return null
      }
      return {
        run: {
          text: savedText,
          from: 0,
          isOfSelection: false,
          dataSourceId: query.data_source_id,
          dialect: query.options.dialect ?? null,
          autoLimit: query.options.apply_auto_limit ?? false,
          runsAsSaved: true,
          parameters,
          definitions,
          values: runValues(definitions, clock()),
        },
        inFlight: { reply: Promise.resolve(reply), startedAt: persisted.startedAt, isCancelled: false },
      }
    },
    transfer: (run, inFlight) => transfer.put({ run, inFlight }),
    async persist(run, reply) {
      const startedAt = Date.now()
      forget()
      const received = await reply
      if (run.runsAsSaved && query !== null && 'job' in received && !hasEnded(received.job)) {
        const { id: jobId } = received.job
        const persisted = { jobId, startedAt, version: query.version, values: valuesText(run.definitions) }
        withStorage(() => sessionStorage.setItem(storageKey(query), JSON.stringify(persisted)))
      }
      return received
    },
    forget,
  }
}

/** @returns null if there is no run of this version of the query with these values */
function readPersisted(query: Query, parameters: readonly Definition[]): z.infer<typeof PersistedRun> | null {
  const stored = withStorage(() => PersistedRun.safeParse(JSON.parse(sessionStorage.getItem(storageKey(query)) ?? 'null')))
  const isSame = stored?.success && stored.data.version === query.version && stored.data.values === valuesText(parameters)
  return isSame ? stored.data : null
}

/** @returns null if the browser denies access to storage, or what is stored is no JSON */
function withStorage<Value>(access: () => Value): Value | null {
  try {
    return access()
  } catch {
    return null
  }
}

interface PageContent {
  text: string
  dataSourceId: number | null
  dialect: string | null
  autoLimit: boolean
  parameters: readonly Definition[]
}

/** Whether a run is of the whole text on the page, on its data source, with its values. */
const givesResultOf = ({ text, from, dataSourceId, dialect, autoLimit, parameters }: Run, page: PageContent): boolean =>
  from === 0 &&
  text === page.text &&
  dataSourceId === page.dataSourceId &&
  dialect === page.dialect &&
  autoLimit === page.autoLimit &&
  isSameSetup(parameters, page.parameters) &&
  !hasNewValues(parameters, page.parameters)
