import { parentPort } from 'node:worker_threads'
import { type PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { chartAnswer } from './chart-picture.ts'
import { counterAnswer } from './counter-picture.ts'

/** Answers what the server asks of a drawing. Charts and counters are drawn; other visualizations are told as such. */
export function answerTo(request: PictureRequest): PictureAnswer {
  if (request.type === 'CHART') return chartAnswer(request)
  if (request.type === 'COUNTER') return counterAnswer(request)
  return { answer: 'none', id: request.id, reason: 'Only charts and counters are drawn in mails.' }
}

// A thread of the server, which starts it when there is something to draw and ends it when there is not: what it loads takes memory
// that a server at rest does not need, and drawing takes time in which the server would answer nobody.
parentPort?.on('message', (message: unknown) => {
  const request = PictureRequest.parse(message)
  parentPort?.postMessage(answerTo(request))
})
