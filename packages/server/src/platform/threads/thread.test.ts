import { afterEach, describe, expect, it } from 'vitest'
import { openThread, type Thread } from './thread.ts'

/** Replies to a number with its double, crashes on 'crash', and never replies to 'loop'. */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (request) => {
      if (request === 'crash') throw new Error('broken')
      while (request === 'loop');
      parentPort.postMessage(request * 2)
    })`)}`,
)

let thread: Thread<number | string, number>
const open = (limitMs: number, maxWaiting = 10) => {
  thread = openThread({
    program: PROGRAM,
    read: (message) => Number(message),
    limitMs,
    idleMs: 60_000,
    heapMegabytes: 16,
    maxWaiting,
  })
}
afterEach(() => thread.close())

describe('a worker thread', () => {
  it('replies to requests in their order', async () => {
    open(60_000)
    expect(await Promise.all([thread.ask(1), thread.ask(2), thread.ask(3)])).toEqual([2, 4, 6])
  })

  it('is terminated at the time limit, and serves the next request with a new thread', async () => {
    open(5_000)
    const [looped, next] = await Promise.allSettled([thread.ask('loop'), thread.ask(2)])
    expect(looped).toMatchObject({ status: 'rejected', reason: { name: 'ThreadError', reason: 'timeout' } })
    expect(next).toEqual({ status: 'fulfilled', value: 4 })
  })

  it('rejects a request that crashes it, with the cause, and serves the next one', async () => {
    open(60_000)
    const [crashed, next] = await Promise.allSettled([thread.ask('crash'), thread.ask(2)])
    expect(crashed).toMatchObject({ reason: { reason: 'crashed', cause: { message: 'broken' } } })
    expect(next).toEqual({ status: 'fulfilled', value: 4 })
  })

  it('rejects requests when the queue is full', async () => {
    open(60_000, 1)
    const [first, second, third] = await Promise.allSettled([thread.ask(1), thread.ask(2), thread.ask(3)])
    expect([first, second]).toEqual([
      { status: 'fulfilled', value: 2 },
      { status: 'fulfilled', value: 4 },
    ])
    expect(third).toMatchObject({ reason: { reason: 'overloaded' } })
  })

  it('rejects queued requests when it is closed', async () => {
    open(60_000)
    const waiting = thread.ask('loop')
    const refused = expect(waiting).rejects.toMatchObject({ reason: 'closed' })
    await thread.close()
    await refused
  })
})
