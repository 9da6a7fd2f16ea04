import { Worker } from 'node:worker_threads'
import { PictureAnswer, type PictureRequest } from '@sightline/contract/pictures.ts'

/** The program of the thread is of the web app: it draws what browsers draw. */
const PROGRAM = new URL('../../../../web/src/pictures/thread.ts', import.meta.url)
/** A drawing that takes longer is given up. */
const LIMIT_MS = 20_000
/** How long the thread waits for the next drawing before it ends. */
const IDLE_MS = 15_000
const HEAP_MEGABYTES = 512

/** One question to the painter; the number is its own affair. */
export type PictureAsk = PictureRequest extends infer Request ? (Request extends unknown ? Omit<Request, 'id'> : never) : never

/** What was asked for, or why there is none. */
export type AnswerTo<Ask extends PictureAsk> = Extract<PictureAnswer, { answer: Ask['ask'] | 'none' }>

/** Draws charts as pictures, off the thread that answers callers. */
export interface Painter {
  /**
   * Asks for a drawing, or for what it needs.
   * @returns `none` also when it took too long, or broke
   */
  ask<Ask extends PictureAsk>(asked: Ask): Promise<AnswerTo<Ask>>
  close(): Promise<void>
}

interface Waiting {
  request: PictureRequest
  resolve(answer: PictureAnswer): void
}

/** A painter at rest costs nothing: its thread is started with the first drawing, and ends when there are no more. */
export function openPainter(onError: (error: unknown) => void): Painter {
  const waiting: Waiting[] = []
  let thread: Worker | null = null
  let timer: NodeJS.Timeout | undefined
  let asked = 0

  const end = async () => {
    clearTimeout(timer)
    const ended = thread
    thread = null
    await ended?.terminate()
  }
  const settle = (answer: PictureAnswer) => {
    clearTimeout(timer)
    waiting.shift()?.resolve(answer)
    next()
  }
  const fail = (error: unknown) => {
    onError(error)
    void end()
    const [first] = waiting
    if (first) settle({ answer: 'none', id: first.request.id, reason: 'The chart could not be drawn.' })
  }
  const start = () => {
    const started = new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES } })
    started.on('message', (message) => {
      if (thread === started) settle(PictureAnswer.parse(message))
    })
    started.on('error', (error) => {
      if (thread === started) fail(error)
    })
    // A process that has nothing else to do need not wait for it.
    started.unref()
    return started
  }
  const next = () => {
    const [first] = waiting
    if (first) {
      thread ??= start()
      thread.postMessage(first.request)
      timer = setTimeout(() => fail(new Error(`A drawing took longer than ${LIMIT_MS / 1000} seconds.`)), LIMIT_MS)
    } else timer = setTimeout(() => void end(), IDLE_MS)
    timer.unref()
  }

  return {
    async ask<Ask extends PictureAsk>(request: Ask) {
      const answer = await new Promise<PictureAnswer>((resolve) => {
        waiting.push({ request: { ...request, id: ++asked }, resolve })
        if (waiting.length > 1) return
        clearTimeout(timer)
        next()
      })
      // The thread answers what it was asked; the type cannot know that.
      return answer as AnswerTo<Ask>
    },
    close: end,
  }
}
