import { PictureAnswer, type PictureRequest } from '@sightline/contract/pictures.ts'
import { openThread } from '../threads/thread.ts'

/** The program of the thread is of the web app: it draws what browsers draw. */
const PROGRAM = new URL('../../../../web/src/pictures/thread.ts', import.meta.url)
/** A visualization that takes longer is given up. */
const LIMIT_MS = 20_000
/** How long the thread waits for the next visualization before it ends. */
const IDLE_MS = 15_000
const HEAP_MEGABYTES = 512

/** One question to the painter; the number is its own affair. */
export type PictureAsk = PictureRequest extends infer Request ? (Request extends unknown ? Omit<Request, 'id'> : never) : never

/** What was asked for, or why there is none. */
export type AnswerTo<Ask extends PictureAsk> = Extract<PictureAnswer, { answer: Ask['ask'] | 'none' }>

/** Draws charts as pictures, off the thread that answers callers. */
export interface Painter {
  /**
   * Asks for a visualization, or for what it needs.
   * @returns `none` also when it took too long, or broke
   */
  ask<Ask extends PictureAsk>(asked: Ask): Promise<AnswerTo<Ask>>
  close(): Promise<void>
}

/** A painter at rest costs nothing: its thread is started with the first visualization, and ends when there are no more. */
export function openPainter(onError: (error: unknown) => void): Painter {
  const thread = openThread<PictureRequest, PictureAnswer>({
    program: PROGRAM,
    read: (message) => PictureAnswer.parse(message),
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
    heapMegabytes: HEAP_MEGABYTES,
    maxWaiting: Number.POSITIVE_INFINITY,
  })
  let asked = 0
  return {
    async ask<Ask extends PictureAsk>(request: Ask) {
      const id = ++asked
      const answer = await thread.ask({ ...request, id }).catch((error): PictureAnswer => {
        onError(error)
        return { answer: 'none', id, reason: 'The chart could not be drawn.' }
      })
      // The thread answers what it was asked; the type cannot know that.
      return answer as AnswerTo<Ask>
    },
    close: thread.close,
  }
}
