import type { WrittenResult } from '../../../executor/protocol.ts'
import type { Services } from '../../../platform/context.ts'
import { runners } from '../../../runners/registry.ts'
import { type AnyRunner, OutcomeUnknown, QueryError, type Session } from '../../../runners/runner.ts'
import { resolveOptions, sessionTimeZone } from '../../data-sources/service.ts'
import type { ClaimedRow } from '../queue.store.ts'
import type { ProgressPublisher } from './progress.ts'
import { type PreparedText, prepareText, type RunInner } from './query-inputs.ts'

export const UNFORESEEN = 'Sightline could not run this query. See the server log for the reason.'

/** How long a source may take to report what a run waits for there, in milliseconds. */
const WAIT_STATE_LIMIT_MS = 3_000

/** The resources that the worker process supplies for one run. */
export interface RunResources {
  tempDir: string
  signal: AbortSignal
  progress: ProgressPublisher
  /** Becomes true when the text is sent to its source. */
  sending: { isSent: boolean }
}

/** A written result with the other data sources that its rows were read from, and the time zone that was set for its session. */
export type WrittenRun = WrittenResult & Pick<PreparedText, 'inputSourceIds'> & { timeZone: string | null }

/**
 * Runs an execution in an executor process, which writes the result file.
 * @param resultPath path of the result file
 * @throws QueryError with the message of the source, its position in the text as the user wrote it; OutcomeUnknown if it is not
 * known what the source did
 */
export async function runTask(
  services: Services,
  execution: ClaimedRow,
  { runner, resultPath, runInner }: { runner: AnyRunner; resultPath: string; runInner: RunInner },
  { tempDir, signal, progress, sending }: RunResources,
): Promise<WrittenRun> {
  const { rows, bytes } = services.config.limits
  const ofSource = execution.source.time_limit === null ? null : execution.source.time_limit * 1000
  const prepared = runner.readsQueries
    ? await prepareText(services, execution, { tempDir, signal, runInner })
    : { text: execution.query, inputs: [], inputSourceIds: [], originalPosition: (position: number) => position, duration: 0 }
  const isAnnotated = runner.annotates && services.config.annotates
  const text = isAnnotated ? annotate(prepared.text, annotationOf(execution)) : prepared.text
  const timeZone = await sessionTimeZone(services, execution.source)
  const task = {
    kind: 'run',
    type: runner.type,
    options: await resolveOptions(services, execution.source),
    text,
    bindsTexts: execution.binds_texts,
    dialect: runner.dialect,
    limits: { time: shorter(timeLimit(services, execution), ofSource), rows, bytes },
    resultPath,
    tempDir,
    inputs: prepared.inputs,
    isScheduled: execution.scheduled,
    timeZone,
  } as const
  try {
    sending.isSent = true
    const written = await services.executors.run(task, signal, progress)
    return {
      ...written,
      duration: written.duration + prepared.duration,
      database: written.database + prepared.duration,
      inputSourceIds: prepared.inputSourceIds,
      timeZone,
    }
  } catch (error) {
    if (!(error instanceof QueryError)) throw executorLost(services, execution, error)
    if (error instanceof OutcomeUnknown) throw error
    const prefix = text.length - prepared.text.length
    const position = error.position === null ? 0 : error.position - prefix
    throw new QueryError(shiftPositions(error.message, prefix), {
      cause: error,
      position: position > 0 ? prepared.originalPosition(position) : null,
    })
  }
}

/** The time limit of an execution in milliseconds; null for none. */
function timeLimit({ config }: Services, { scheduled, caller }: ClaimedRow): number | null {
  const { time, scheduledTime, publicTime } = config.limits
  if (scheduled) return scheduledTime
  return caller === null ? time : shorter(time, publicTime)
}

/** The shorter of two limits; null means none. */
const shorter = (one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : Math.min(one, other)

/** An executor process died: its message is one sentence that the user may read. */
function executorLost(services: Services, execution: ClaimedRow, error: unknown): OutcomeUnknown {
  services.log.error({ err: error, execution_id: execution.id }, 'The executor of a run was lost.')
  return new OutcomeUnknown(error instanceof Error ? error.message : UNFORESEEN, { cause: error })
}

/** Reads from the source what a run is waiting for there; null if the source does not report it. */
export async function readWaitState(services: Services, { source }: ClaimedRow, session: Session): Promise<string | null> {
  if (!runners.get(source.type)?.waitState) return null
  const options = await resolveOptions(services, source)
  const task = { kind: 'wait_state', type: source.type, options, session } as const
  return (await services.executors.run(task, AbortSignal.timeout(WAIT_STATE_LIMIT_MS))).waitState
}

/** The user and the query of a run, for database administrators to read. */
export interface Annotation {
  username: string
  queryId: number | null
  jobId: string
  queryHash: string
  scheduled: boolean
}

function annotationOf({ id, email, query_id, query_hash, scheduled }: ClaimedRow): Annotation {
  // An execution without a user was started with the key of a query.
  const username = email ?? `ApiKey: Query ${query_id}`
  return { username, queryId: query_id, jobId: id, queryHash: query_hash, scheduled }
}

/**
 * Puts a comment in front of the text that a source gets, in the format of Redash. Values cannot end the comment: characters
 * that could are removed, even where two parts would join to form one.
 */
export function annotate(text: string, { username, queryId, jobId, queryHash, scheduled }: Annotation): string {
  const facts = [
    `Username: ${withoutCommentSigns(username)}`,
    `query_id: ${queryId ?? 'adhoc'}`,
    'Queue: queries',
    `Job ID: ${jobId}`,
    `Query Hash: ${queryHash}`,
    `Scheduled: ${scheduled ? 'True' : 'False'}`,
  ]
  return `/* ${facts.join(', ')} */ ${text}`
}

/** Removes control characters and what begins or ends a comment; `{` and `}` could be read as template tags. */
const withoutCommentSigns = (text: string) => text.replace(/[\p{Cc}\u2028\u2029*/\\{}]/gu, '')

/** Positions in error messages of databases: by column, which matters in the first line only, or from the start of the text. */
const POSITION = /(\bline 1(?::|, (?:col(?:umn)?|pos) | at position )|(?<!\bline \d+ at )\b(?:position|character) )(\d+)/gi

/**
 * Corrects the positions in an error message for a prefix that the user does not see.
 * @param prefix length of the prefix in characters
 */
export const shiftPositions = (message: string, prefix: number): string =>
  message.replace(POSITION, (found, words: string, position: string) =>
    Number(position) > prefix ? `${words}${Number(position) - prefix}` : found,
  )
