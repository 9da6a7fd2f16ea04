import { parentPort } from 'node:worker_threads'
import { type PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { visualizationTypeName } from '@sightline/domain/visualization-names.ts'
import { chartAnswer } from './chart-picture.ts'
import { counterAnswer } from './counter-picture.ts'
import { pivotAnswer } from './pivot-picture.ts'

/** Handles a request of the server for an image or a drawing. Refuses types that it cannot render with a reason. */
export function answerTo(request: PictureRequest): PictureAnswer {
  if (request.type === 'CHART') return chartAnswer(request)
  if (request.type === 'COUNTER') return counterAnswer(request)
  const isForMail = request.ask === 'picture' || (request.ask === 'needs' && request.file === undefined)
  if (isForMail) return { answer: 'none', id: request.id, reason: 'Only charts and counters are drawn in mails.' }
  if (request.type === 'PIVOT') return pivotAnswer(request)
  const reason = `Visualizations of the type ${visualizationTypeName(request.type) ?? request.type} are not drawn in files.`
  return { answer: 'none', id: request.id, reason }
}

// Runs in a worker thread that the server starts on demand: the libraries take memory that an idle server does not need, and
// rendering would block its event loop.
parentPort?.on('message', (message: unknown) => {
  const request = PictureRequest.parse(message)
  parentPort?.postMessage(answerTo(request))
})
