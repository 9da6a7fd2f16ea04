import { parentPort } from 'node:worker_threads'
import { type PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { chartAnswer } from './chart-picture.ts'
import { counterAnswer } from './counter-picture.ts'
import { furtherPictures } from './further-pictures.ts'

/** Handles an image request of the server. Refuses types that are not drawn with a reason. */
export function answerTo(request: PictureRequest): PictureAnswer {
  if (request.type === 'CHART') return chartAnswer(request)
  if (request.type === 'COUNTER') return counterAnswer(request)
  const further = furtherPictures[request.type]
  return further?.(request) ?? { answer: 'none', id: request.id, reason: 'This type of visualization is not drawn in mails.' }
}

// Runs in a worker thread that the server starts on demand: the libraries take memory that an idle server does not need, and
// rendering would block its event loop.
parentPort?.on('message', (message: unknown) => {
  const request = PictureRequest.parse(message)
  parentPort?.postMessage(answerTo(request))
})
