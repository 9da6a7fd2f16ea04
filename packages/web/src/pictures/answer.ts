import type { PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { chartAnswer } from './chart-picture.ts'
import { counterAnswer } from './counter-picture.ts'

/** Answers what the server asks of a drawing. Charts and counters are drawn; other visualizations are told as such. */
export function answerTo(request: PictureRequest): PictureAnswer {
  if (request.type === 'CHART') return chartAnswer(request)
  if (request.type === 'COUNTER') return counterAnswer(request)
  return { answer: 'none', id: request.id, reason: 'Only charts and counters are drawn in mails.' }
}
