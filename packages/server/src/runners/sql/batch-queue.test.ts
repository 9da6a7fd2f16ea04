import { describe, expect, it } from 'vitest'
import type { Batch } from '../../platform/results/batch.ts'
import { BatchQueue } from './batch-queue.ts'

function queueWithLog() {
  const log: string[] = []
  const queue = new BatchQueue({
    pause: () => log.push('pause'),
    resume: () => log.push('resume'),
    abandon: async () => {
      log.push('abandon')
    },
  })
  return { queue, log }
}

const batch = (rowCount: number): Batch => ({ rowCount, vectors: [] })

async function read(queue: BatchQueue): Promise<number[]> {
  const counts: number[] = []
  for await (const { rowCount } of queue) counts.push(rowCount)
  return counts
}

describe('a queue of batches', () => {
  it('returns batches in order, whether they arrived before or after the reader', async () => {
    const { queue } = queueWithLog()
    queue.push(batch(1))
    const counts = read(queue)
    queue.push(batch(2))
    await Promise.resolve()
    queue.push(batch(3))
    queue.finish()
    expect(await counts).toEqual([1, 2, 3])
  })

  it('pauses the source while two batches wait, and resumes it when there is room', async () => {
    const { queue, log } = queueWithLog()
    queue.push(batch(1))
    expect(log).toEqual([])
    queue.push(batch(2))
    expect(log).toEqual(['pause'])
    const iterator = queue[Symbol.asyncIterator]()
    await iterator.next()
    await iterator.next()
    expect(log).toEqual(['pause'])
    const third = iterator.next()
    await Promise.resolve()
    expect(log).toEqual(['pause', 'resume'])
    queue.push(batch(3))
    expect((await third).value).toEqual(batch(3))
  })

  it('resumes the source at the end, so that its connection can be reused', () => {
    const { queue, log } = queueWithLog()
    queue.push(batch(1))
    queue.push(batch(2))
    queue.finish()
    expect(log).toEqual(['pause', 'resume'])
  })

  it('throws an error after the batches before it', async () => {
    const { queue } = queueWithLog()
    queue.push(batch(1))
    queue.fail(new Error('broken'))
    const iterator = queue[Symbol.asyncIterator]()
    expect((await iterator.next()).value).toEqual(batch(1))
    await expect(iterator.next()).rejects.toThrow('broken')
  })

  it('stops the source if the reader leaves early, and only then', async () => {
    const { queue, log } = queueWithLog()
    queue.push(batch(1))
    for await (const _ of queue) break
    expect(log).toEqual(['abandon'])

    const whole = queueWithLog()
    whole.queue.finish()
    await read(whole.queue)
    expect(whole.log).toEqual([])
  })
})
