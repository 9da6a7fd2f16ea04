import { parentPort } from 'node:worker_threads'
import { PictureRequest } from '@sightline/contract/pictures.ts'
import { answerTo } from './answer.ts'

// A thread of the server, which starts it when there is something to draw and ends it when there is not: what it loads takes memory
// that a server at rest does not need, and drawing takes time in which the server would answer nobody.
parentPort?.on('message', (message: unknown) => {
  const request = PictureRequest.parse(message)
  parentPort?.postMessage(answerTo(request))
})
