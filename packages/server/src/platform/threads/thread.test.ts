import { afterEach, describe, expect, it, vi } from 'vitest'
import { openThread, type Thread, type ThreadOptions } from './thread.ts'

/** Replies to a number with its double, crashes on 'crash', and never replies to 'loop'. */
const SOURCE = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (request) => {
    if (request === 'crash') throw new Error('broken')
    while (request === 'loop');
    parentPort.postMessage(request * 2)
  })`
const programOf = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)

let thread: Thread<number | string, number>
const open = (options: Partial<ThreadOptions<number>> = {}) => {
  thread = openThread({
    program: programOf(SOURCE),
    read: (message) => Number(message),
    limitMs: 60_000,
    idleMs: 60_000,
    heapMegabytes: 16,
    maxWaiting: 10,
    ...options,
  })
}
afterEach(() => {
  vi.useRealTimers()
  return thread.close()
})

describe('a worker thread', () => {
  it('replies to requests in their order', async () => {
    open()
    expect(await Promise.all([thread.ask(1), thread.ask(2), thread.ask(3)])).toEqual([2, 4, 6])
  })

  it('has all its time for a request, however long its module takes to load (OPEN-680)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    open()
    const reply = thread.ask(1)
    vi.advanceTimersByTime(60_001)
    expect(await reply).toBe(2)
  })

  it('rejects a request if its module cannot be loaded, with the cause', async () => {
    open({ program: programOf(`throw new Error('missing')`) })
    await expect(thread.ask(1)).rejects.toMatchObject({ reason: 'crashed', cause: { message: 'missing' } })
  })

  it('is terminated at the time limit, and serves the next request with a new thread', async () => {
    open({ limitMs: 5_000 })
    const [looped, next] = await Promise.allSettled([thread.ask('loop'), thread.ask(2)])
    expect(looped).toMatchObject({ status: 'rejected', reason: { name: 'ThreadError', reason: 'timeout' } })
    expect(next).toEqual({ status: 'fulfilled', value: 4 })
  })

  it('rejects a request that crashes it, with the cause, and serves the next one', async () => {
    open()
    const [crashed, next] = await Promise.allSettled([thread.ask('crash'), thread.ask(2)])
    expect(crashed).toMatchObject({ reason: { reason: 'crashed', cause: { message: 'broken' } } })
    expect(next).toEqual({ status: 'fulfilled', value: 4 })
  })

  it('rejects requests when the queue is full', async () => {
    open({ maxWaiting: 1 })
    const [first, second, third] = await Promise.allSettled([thread.ask(1), thread.ask(2), thread.ask(3)])
    expect([first, second]).toEqual([
      { status: 'fulfilled', value: 2 },
      { status: 'fulfilled', value: 4 },
    ])
    expect(third).toMatchObject({ reason: { reason: 'overloaded' } })
  })

  it('rejects queued requests when it is closed', async () => {
    open()
    const waiting = thread.ask('loop')
    const refused = expect(waiting).rejects.toMatchObject({ reason: 'closed' })
    await thread.close()
    await refused
  })
})
