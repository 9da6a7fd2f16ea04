import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '../../testing/database.ts'
import type { Database } from '../db/database.ts'
import type { EventBus } from '../events/bus.ts'
import { openEvents } from '../events/open.ts'
import { workers } from '../workers/tables.ts'
import { openQueue } from './job-queue.ts'
import { defineJob, type Queue } from './queue.ts'
import { backgroundJobs, backgroundQueues } from './tables.ts'

const double = { name: 'double', input: z.object({ value: z.int() }) }

let database: Database
let events: EventBus
let queue: Queue
let errors: unknown[]
beforeEach(async () => {
  errors = []
  const onError = (error: unknown) => errors.push(error)
  database = await openTestDatabase({ dataDir: '', databaseUrl: null, databasePool: 10 }, onError)
  events = await openEvents(database, onError)
  queue = openQueue(database.db, events, { worker: 'here', onError })
})
afterEach(async () => {
  await queue.close()
  await events.close()
  await database.close()
})

/** Collects reports of jobs, and waits until the expected number has arrived. */
function reports<Item>() {
  const items: Item[] = []
  let wake = () => {}
  return {
    add(item: Item) {
      items.push(item)
      wake()
    },
    async until(count: number): Promise<Item[]> {
      while (items.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return items
    },
  }
}

describe('a job', () => {
  it('runs with its input as soon as it is enqueued', async () => {
    const done = reports<number>()
    await queue.work([defineJob({ ...double, concurrency: 1, retries: 0, run: async ({ value }) => done.add(value * 2) })])
    // An idle worker polls only every few seconds, so it must have been woken for all of these to run within one test.
    for (let value = 1; value <= 20; value++) {
      await queue.enqueue(double, { value })
      expect((await done.until(value)).at(-1)).toBe(value * 2)
    }
  })

  it('waits for a worker that starts later', async () => {
    const done = reports<number>()
    await queue.enqueue(double, { value: 4 })
    await queue.work([defineJob({ ...double, concurrency: 1, retries: 0, run: async ({ value }) => done.add(value) })])
    expect(await done.until(1)).toEqual([4])
  })

  it('runs concurrently with others, up to the concurrency of its definition', async () => {
    const started = reports<number>()
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    await queue.work([
      defineJob({
        ...double,
        concurrency: 2,
        retries: 0,
        async run({ value }) {
          started.add(value)
          await gate
        },
      }),
    ])
    for (const value of [1, 2, 3, 4]) await queue.enqueue(double, { value })
    expect(new Set(await started.until(2))).toEqual(new Set([1, 2]))
    release()
    expect(new Set(await started.until(4))).toEqual(new Set([1, 2, 3, 4]))
  })

  it('without retries is reported once when it fails, and not run again', async () => {
    const done = reports<number>()
    await queue.work([
      defineJob({
        ...double,
        concurrency: 1,
        retries: 0,
        async run({ value }) {
          done.add(value)
          if (value === 1) throw new Error('one is odd')
        },
      }),
    ])
    await queue.enqueue(double, { value: 1 })
    await queue.enqueue(double, { value: 2 })
    expect(await done.until(2)).toEqual([1, 2])
    expect(errors).toMatchObject([{ message: 'one is odd' }])
  })

  it('is refused if its input is invalid', async () => {
    await expect(queue.enqueue(double, { value: 1.5 })).rejects.toThrow('expected int')
  })

  it('is listed with its state until it has ended', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const started = reports<number>()
    const run = async ({ value }: { value: number }) => {
      started.add(value)
      await gate
    }
    await queue.work([defineJob({ ...double, concurrency: 1, retries: 0, run })])
    await queue.enqueue(double, { value: 1 })
    await started.until(1)
    await queue.enqueue(double, { value: 2 })
    expect(await queue.snapshot()).toMatchObject({
      names: ['double'],
      jobs: [
        { name: 'double', state: 'active', started_at: expect.any(Date) },
        { name: 'double', state: 'waiting', started_at: null },
      ],
    })
    release()
    await started.until(2)
    await expect.poll(async () => (await queue.snapshot()).jobs).toEqual([])
  })

  it('with retries is run again after a failure and a delay', async () => {
    const done = reports<number>()
    const run = async () => {
      done.add(1)
      throw new Error('not today')
    }
    await queue.work([defineJob({ ...double, concurrency: 1, retries: 1, run })])
    await queue.enqueue(double, { value: 1 })
    await done.until(1)
    await expect.poll(async () => (await queue.snapshot()).jobs).toMatchObject([{ state: 'postponed', started_at: null }])
    // Moves the retry into the past, as if its delay had passed.
    await database.db.update(backgroundJobs).set({ run_at: new Date(0) })
    await queue.work([])
    await done.until(2)
    await expect.poll(async () => (await queue.snapshot()).jobs).toEqual([])
    expect(errors).toMatchObject([{ message: 'not today' }, { message: 'not today' }])
  })

  it('of a lost worker fails and is reported, while those of a live worker go on', async () => {
    const db = database.db
    await db.insert(workers).values({
      id: 'alive',
      hostname: 'elsewhere',
      pid: 7,
      version: '1',
      slots: 1,
      started_at: new Date(0),
      heartbeat_at: new Date(),
    })
    const longAgo = new Date(Date.now() - 3_600_000)
    for (const worker of ['lost', 'alive']) {
      await db.insert(backgroundJobs).values({ name: 'double', input: { value: 1 }, worker, started_at: longAgo, attempts: 1 })
    }
    await queue.work([defineJob({ ...double, concurrency: 1, retries: 0, run: async () => {} })])
    await expect.poll(() => errors.length).toBe(1)
    expect(errors).toMatchObject([{ message: 'The worker of the background job double was lost.' }])
    await expect.poll(() => db.select({ worker: backgroundJobs.worker }).from(backgroundJobs)).toEqual([{ worker: 'alive' }])
  })
})

describe('a schedule', () => {
  const tick = { name: 'tick', input: z.unknown() }

  it('adds one job when it is due, however many processes poll, and none earlier', async () => {
    const done = reports<number>()
    const work = (some: Queue) => some.work([defineJob({ ...tick, concurrency: 1, retries: 0, run: async () => done.add(1) })])
    await queue.schedule('tick', '0 0 1 1 *')
    await work(queue)
    expect((await queue.snapshot()).jobs).toEqual([])
    await database.db.update(backgroundQueues).set({ next_at: new Date(0) })
    const other = openQueue(database.db, events, { worker: 'there', onError: (error) => errors.push(error) })
    await Promise.all([work(queue), work(other)])
    await done.until(1)
    await expect.poll(async () => (await queue.snapshot()).jobs).toEqual([])
    await other.close()
    const [{ next_at } = { next_at: null }] = await database.db.select().from(backgroundQueues)
    expect(next_at?.getTime()).toBeGreaterThan(Date.now())
    expect(await done.until(1)).toEqual([1])
  })

  it('keeps its next time when it is set again, and computes a new one when it has changed', async () => {
    const nextAt = async () => (await database.db.select().from(backgroundQueues))[0]?.next_at?.getTime()
    await queue.schedule('tick', '0 0 1 1 *')
    await database.db.update(backgroundQueues).set({ next_at: new Date(1000) })
    await queue.schedule('tick', '0 0 1 1 *')
    expect(await nextAt()).toBe(1000)
    await queue.schedule('tick', '*/5 * * * *')
    expect(await nextAt()).toBeGreaterThan(Date.now())
  })
})

it.runIf(process.env.SIGHTLINE_TEST_DATABASE === 'postgres')('wakes a worker in another process', async () => {
  const onError = (error: unknown) => errors.push(error)
  const otherEvents = await openEvents(database, onError)
  const otherQueue = openQueue(database.db, otherEvents, { worker: 'there', onError })
  const done = reports<number>()
  await otherQueue.work([defineJob({ ...double, concurrency: 1, retries: 0, run: async ({ value }) => done.add(value) })])
  for (let value = 1; value <= 5; value++) {
    await queue.enqueue(double, { value })
    await done.until(value)
  }
  await otherQueue.close()
  await otherEvents.close()
})

it.runIf(process.env.SIGHTLINE_TEST_DATABASE === 'postgres')('carries events between processes', async () => {
  const other = await openEvents(database, (error) => errors.push(error))
  const heard = reports<unknown>()
  other.subscribe('news', (payload) => heard.add({ there: payload }))
  events.subscribe('news', (payload) => heard.add({ here: payload }))
  await events.publish('news', { id: 7 })
  expect(await heard.until(2)).toEqual(expect.arrayContaining([{ here: { id: 7 } }, { there: { id: 7 } }]))
  await expect(events.publish('news', 'x'.repeat(8000))).rejects.toThrow('too long')
  await other.close()
})
