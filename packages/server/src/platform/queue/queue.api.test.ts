import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '../../testing/database.ts'
import type { Database } from '../db/database.ts'
import type { EventBus } from '../events/bus.ts'
import { openEvents } from '../events/open.ts'
import { openQueue } from './boss.ts'
import { defineJob, type Queue } from './queue.ts'

const double = { name: 'double', input: z.object({ value: z.int() }) }

let database: Database
let events: EventBus
let queue: Queue
let errors: unknown[]
beforeEach(async () => {
  errors = []
  const onError = (error: unknown) => errors.push(error)
  database = await openTestDatabase({ dataDir: '', databaseUrl: null }, onError)
  events = await openEvents(database, onError)
  queue = await openQueue(database, events, onError)
})
afterEach(async () => {
  await queue.close()
  await events.close()
  await database.close()
})

/** Collects what jobs report, and waits until there is as much as expected. */
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
  it('is run with its input, as soon as it is sent', async () => {
    const done = reports<number>()
    await queue.work([defineJob({ ...double, concurrency: 1, retries: 0, run: async ({ value }) => done.add(value * 2) })])
    // The idle worker looks again only after seconds: all of these within one test mean that it was woken.
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

  it('runs beside others, as many as its definition allows', async () => {
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

  it('that fails without retries is told once, and not run again', async () => {
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

  it('is refused when its input does not fit', async () => {
    await expect(queue.enqueue(double, { value: 1.5 })).rejects.toThrow('expected int')
  })

  it('of a schedule can be planned again and again', async () => {
    await queue.schedule('tick', '* * * * *')
    await queue.schedule('tick', '*/5 * * * *')
    expect(errors).toEqual([])
  })
})

it.runIf(process.env.SIGHTLINE_TEST_DATABASE === 'postgres')('wakes a worker in another process', async () => {
  const onError = (error: unknown) => errors.push(error)
  const otherEvents = await openEvents(database, onError)
  const otherQueue = await openQueue(database, otherEvents, onError)
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
