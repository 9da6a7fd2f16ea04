import { parentPort } from 'node:worker_threads'
import { type PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { visualizationTypeName } from '@sightline/domain/visualization-names.ts'
import { chartAnswer } from './chart-picture.ts'
import { counterAnswer } from './counter-picture.ts'
import { type DrawnTypes, furtherPictures } from './further-pictures.ts'
import { pivotAnswer } from './pivot-picture.ts'

const drawn: DrawnTypes = { CHART: chartAnswer, COUNTER: counterAnswer, ...furtherPictures }
const drawnInFiles: DrawnTypes = { PIVOT: pivotAnswer }

/** Handles a request of the server for an image or a drawing. Refuses types that it cannot render with a reason. */
export function answerTo(request: PictureRequest): PictureAnswer {
  const isForFile = request.ask === 'drawing' || (request.ask === 'needs' && request.form === 'drawing')
  const draw = drawn[request.type] ?? (isForFile ? drawnInFiles[request.type] : undefined)
  if (draw) return draw(request)
  const type = visualizationTypeName(request.type) ?? request.type
  const reason = `Visualizations of the type ${type} are not drawn in ${isForFile ? 'files' : 'mails'}.`
  return { answer: 'none', id: request.id, reason }
}

// Runs in a worker thread that the server starts on demand: the libraries take memory that an idle server does not need, and
// rendering would block its event loop.
parentPort?.on('message', (message: unknown) => {
  const request = PictureRequest.parse(message)
  parentPort?.postMessage(answerTo(request))
})
