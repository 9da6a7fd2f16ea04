import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { Language } from '@sightline/contract/languages.ts'
import { type PictureAnswer, type PictureMessage, PictureTask } from '@sightline/contract/pictures.ts'
import { translationsFrom } from '@sightline/domain/language/catalogue.ts'
import { writeFor } from '@sightline/domain/language/i18n.ts'
import { chartAnswer, sharedValuesAnswer } from './chart-picture.ts'
import { counterAnswer } from './counter-picture.ts'
import { type DrawnTypes, furtherPictures } from './further-pictures.ts'
import { sparklinesAnswer } from './sparklines-picture.ts'
import { typePictures, typeTables } from './type-pictures.ts'
import { isForFile, notDrawn } from './typed-picture.ts'

const drawn: DrawnTypes = { CHART: chartAnswer, COUNTER: counterAnswer, ...furtherPictures, ...typePictures }

/** Handles a request of the server for an image or a drawing. Refuses types that it cannot render with a reason. */
export function answerTo(request: PictureMessage): PictureAnswer {
  if ('lines' in request) return sparklinesAnswer(request)
  if (request.ask === 'values') return sharedValuesAnswer(request)
  const draw = drawn[request.type] ?? (isForFile(request) ? typeTables[request.type] : undefined)
  return draw ? draw(request) : notDrawn(request)
}

const translationOf = translationsFrom((wanted) => readFileSync(new URL(`../../locales/${wanted}.po`, import.meta.url), 'utf8'))

/** The language of the answer that is being made; they are made one after another. */
let language: Language = 'en'
writeFor({ language: () => language, find: (message, context) => translationOf(language, message, context) })

// Runs in a worker thread that the server starts on demand: the libraries take memory that an idle server does not need, and
// rendering would block its event loop.
parentPort?.on('message', (message: unknown) => {
  const task = PictureTask.parse(message)
  language = task.language
  parentPort?.postMessage(answerTo(task.request))
})
