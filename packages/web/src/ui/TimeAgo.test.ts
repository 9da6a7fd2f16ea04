import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clock } from './TimeAgo.tsx'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-05-20T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

it('the clock of relative times ticks every 30 s, and stops with its last subscriber (CTRL-19)', () => {
  const heard: number[] = []
  const leave = clock.subscribe(() => heard.push(clock.now()))
  vi.advanceTimersByTime(29_999)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(30_001)
  expect(heard).toEqual([Date.parse('2026-05-20T12:00:30Z'), Date.parse('2026-05-20T12:01:00Z')])

  leave()
  expect(vi.getTimerCount()).toBe(0)
})
