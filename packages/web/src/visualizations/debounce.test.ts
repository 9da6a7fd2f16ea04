import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CODE_DEBOUNCE_MS, type Debounced, debounce, FORMAT_DEBOUNCE_MS } from './debounce.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function typing(pause: number): { later: Debounced<string>; passed: string[] } {
  const passed: string[] = []
  return { later: debounce((text: string) => passed.push(text), pause), passed }
}

describe('typed input in the editor', () => {
  it.each([
    ['VIZ-21 a format', FORMAT_DEBOUNCE_MS, 200],
    ['CHART-38 code', CODE_DEBOUNCE_MS, 300],
  ] as const)('%s is passed on once, that long after the last letter', (_, pause, milliseconds) => {
    const { later, passed } = typing(pause)
    later.schedule('0')
    vi.advanceTimersByTime(milliseconds - 1)
    later.schedule('0,')
    vi.advanceTimersByTime(milliseconds - 1)
    expect(passed).toEqual([])
    vi.advanceTimersByTime(1)
    expect(passed).toEqual(['0,'])
    vi.advanceTimersByTime(10_000)
    expect(passed).toEqual(['0,'])
  })

  it('is sent immediately when its field loses focus, and only once (VIZ-21, CHART-38)', () => {
    const { later, passed } = typing(FORMAT_DEBOUNCE_MS)
    later.schedule('0.0')
    later.flush()
    later.flush()
    vi.advanceTimersByTime(10_000)
    expect(passed).toEqual(['0.0'])
  })

  it('waits for a flush if it is only held (CHART-38)', () => {
    const { later, passed } = typing(CODE_DEBOUNCE_MS)
    later.schedule('a')
    later.hold('ab')
    vi.advanceTimersByTime(10_000)
    expect(passed).toEqual([])
    later.flush()
    expect(passed).toEqual(['ab'])
  })
})
