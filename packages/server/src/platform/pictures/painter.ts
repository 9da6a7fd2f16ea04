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
export type RasterizeRequest = PictureRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, 'id'>
    : never
  : never

/** What was asked for, or why there is none. */
export type RasterizeReply<Ask extends RasterizeRequest> = Extract<PictureAnswer, { answer: Ask['ask'] | 'none' }>

/** Draws charts as pictures, off the thread that answers callers. */
export interface ChartRasterizer {
  /**
   * Asks for a visualization, or for what it needs.
   * @returns `none` also when it took too long, or broke
   */
  request<Ask extends RasterizeRequest>(asked: Ask): Promise<RasterizeReply<Ask>>
  close(): Promise<void>
}

/** A painter at rest costs nothing: its thread is started with the first drawing, and ends when there are no more. */
export function openChartRasterizer(onError: (error: unknown) => void): ChartRasterizer {
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
    async request<Ask extends RasterizeRequest>(request: Ask) {
      const id = ++asked
      const answer = await thread.ask({ ...request, id }).catch((error): PictureAnswer => {
        onError(error)
        return { answer: 'none', id, reason: 'The chart could not be drawn.' }
      })
      // The thread answers what it was asked; the type cannot know that.
      return answer as RasterizeReply<Ask>
    },
    close: thread.close,
  }
}
