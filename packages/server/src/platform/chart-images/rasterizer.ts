import { PictureAnswer, type PictureMessage, type PictureTask } from '@sightline/contract/pictures.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { readerLanguage } from '../language/reader.ts'
import { openThread } from '../threads/thread.ts'

/** The worker thread's program belongs to the web app, so that images look like the charts in the browser. */
const PROGRAM = new URL('../../../../web/src/pictures/thread.ts', import.meta.url)
/** Time limit for one chart. */
const LIMIT_MS = 20_000
/** The thread ends after this idle time. */
const IDLE_MS = 15_000
const HEAP_MEGABYTES = 512

/** A request to the thread; the rasterizer adds the id. */
export type RasterizeRequest = PictureMessage extends infer Request
  ? Request extends unknown
    ? Omit<Request, 'id'>
    : never
  : never

/** The reply to a request, or the reason why there is none. */
export type RasterizeReply<Ask extends RasterizeRequest> = Extract<PictureAnswer, { answer: Ask['ask'] | 'none' }>

/** Renders charts as PNG images in a worker thread. */
export interface ChartRasterizer {
  /** Requests an image, or the data that it needs. @returns `none` also after a timeout or a crash */
  request<Ask extends RasterizeRequest>(request: Ask): Promise<RasterizeReply<Ask>>
  close(): Promise<void>
}

/** Opens a rasterizer. Its thread starts with the first request and ends when idle. */
export function openChartRasterizer(onError: (error: unknown) => void): ChartRasterizer {
  const thread = openThread<PictureTask, PictureAnswer>({
    program: PROGRAM,
    read: (message) => PictureAnswer.parse(message),
    limitMs: LIMIT_MS,
    idleMs: IDLE_MS,
    heapMegabytes: HEAP_MEGABYTES,
    maxWaiting: Number.POSITIVE_INFINITY,
  })
  let lastId = 0
  return {
    async request<Ask extends RasterizeRequest>(request: Ask) {
      const id = ++lastId
      const answer = await thread
        .ask({ language: readerLanguage(), request: { ...request, id } })
        .catch((error): PictureAnswer => {
          onError(error)
          return { answer: 'none', id, reason: i18n._('The chart could not be drawn.') }
        })
      // The thread replies to the request's kind, which the type system cannot know.
      return answer as RasterizeReply<Ask>
    },
    close: thread.close,
  }
}
