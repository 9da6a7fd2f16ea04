import type { UsageEvent } from '@sightline/contract/events.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEventQueue, usageEvent } from './api.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const event = (id: number): UsageEvent => ({ action: 'view', object_type: 'query', object_id: id })

it('usage events are sent in one batch, 1 s after the last one (EVENT-02)', () => {
  const sent: UsageEvent[][] = []
  const record = createEventQueue(async (events) => sent.push(events))
  record(event(1))
  vi.advanceTimersByTime(999)
  record(event(2))
  vi.advanceTimersByTime(999)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toEqual([[event(1), event(2)]])
  record(event(3))
  vi.advanceTimersByTime(1000)
  expect(sent).toEqual([[event(1), event(2)], [event(3)]])
})

it('a batch of usage events holds no more than one call takes', () => {
  const sent: number[] = []
  const record = createEventQueue(async (events) => sent.push(events.length))
  for (let id = 0; id < 101; id++) record(event(id))
  expect(sent).toEqual([100])
  vi.advanceTimersByTime(1000)
  expect(sent).toEqual([100, 1])
})

it('usage events are still sent after a failed call (EVENT-07)', async () => {
  const sent: UsageEvent[][] = []
  const record = createEventQueue(async (events) => {
    sent.push(events)
    throw new Error('The server is away.')
  })
  record(event(1))
  await vi.advanceTimersByTimeAsync(1000)
  record(event(2))
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual([[event(1)], [event(2)]])
})

it('a usage event has its action, object, time in seconds and screen size (EVENT-01)', () => {
  expect(usageEvent('view', 'query', 7, { time: 1_795_000_000_250, screen: { width: 1440, height: 900 } })).toEqual({
    action: 'view',
    object_type: 'query',
    object_id: 7,
    timestamp: 1_795_000_000.25,
    screen_resolution: '1440x900',
  })
})
