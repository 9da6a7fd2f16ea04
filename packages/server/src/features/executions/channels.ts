import type { JobEvent } from '@sightline/contract/executions.ts'
import type { ResultColumn } from '@sightline/contract/results.ts'
import { Cell, ResultColumn as ColumnSchema } from '@sightline/contract/results.ts'
import { z } from 'zod'

/** Where workers are told that there may be work. */
export const WAKE = 'executions:wake'
/** What is sent there when it is one execution, so that nobody looks for a second one. */
export const ONE = 'one'

/** Where the worker of an execution tells those who follow it. */
export const progressChannel = (id: string) => `job:${id}`
/** Where somebody asks the worker to stop. */
export const cancelChannel = (id: string) => `cancel:${id}`
/** Where somebody who follows asks the worker to say where it stands. */
export const watchChannel = (id: string) => `watch:${id}`
/** What is sent there by those who have heard nothing yet. */
export const FROM_START = 'begins'

/** What a worker tells. A change of state carries nothing: it is read from the database, where it is true. */
export const ProgressEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), rows: z.int() }),
  z.object({ type: z.literal('rows'), columns: z.array(ColumnSchema), rows: z.array(z.array(Cell)) }),
  /** What the run waits for inside its source. */
  z.object({ type: z.literal('database'), text: z.string().nullable() }),
  /** It waits again. */
  z.object({ type: z.literal('moved') }),
  z.object({ type: z.literal('end') }),
])
export type ProgressEvent = z.infer<typeof ProgressEvent>

const MAX_BYTES = 7_000

/** The first rows, as many of them as one message holds; null when not even the columns fit. */
export function firstRowsEvent(
  columns: ResultColumn[],
  rows: Extract<JobEvent, { type: 'rows' }>['rows'],
): ProgressEvent | null {
  for (let count = rows.length; ; count = Math.floor(count / 2)) {
    const event: ProgressEvent = { type: 'rows', columns, rows: rows.slice(0, count) }
    if (Buffer.byteLength(JSON.stringify(event)) <= MAX_BYTES) return event
    if (count === 0) return null
  }
}
