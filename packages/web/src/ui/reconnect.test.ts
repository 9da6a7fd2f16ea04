import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ATTEMPTS_MS, isReconnecting, onReconnect } from './reconnect.ts'

const events = new EventTarget()
const all = ATTEMPTS_MS.at(-1) ?? 0

beforeEach(() => {
  vi.stubGlobal('window', events)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the return of the connection', () => {
  it('is tried more than once, because the network may not carry anything at first (SHELL-05)', () => {
    const attempt = vi.fn()
    const stop = onReconnect(attempt)
    events.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(0)
    expect(attempt).toHaveBeenCalledTimes(1)
    expect(isReconnecting()).toBe(true)
    vi.advanceTimersByTime(all)
    expect(attempt).toHaveBeenCalledTimes(ATTEMPTS_MS.length)
    expect(isReconnecting()).toBe(false)
    stop()
  })

  it('gives those that begin to listen afterwards the attempts that are left (SHELL-05)', () => {
    events.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(0)
    const attempt = vi.fn()
    const stop = onReconnect(attempt)
    vi.advanceTimersByTime(all)
    expect(attempt).toHaveBeenCalledTimes(ATTEMPTS_MS.length - 1)
    stop()
  })

  it('is not tried for those that have stopped listening, nor when the connection is lost again (SHELL-05)', () => {
    const [stopped, lost] = [vi.fn(), vi.fn()]
    onReconnect(stopped)()
    const stop = onReconnect(lost)
    events.dispatchEvent(new Event('online'))
    events.dispatchEvent(new Event('offline'))
    vi.advanceTimersByTime(all)
    expect(stopped).not.toHaveBeenCalled()
    expect(lost).not.toHaveBeenCalled()
    expect(isReconnecting()).toBe(false)
    stop()
  })
})
