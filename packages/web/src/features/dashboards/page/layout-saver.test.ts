import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLayoutSaver, type SavingStatus } from './layout-saver.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start(save: () => Promise<void>) {
  const statuses: SavingStatus[] = []
  return { statuses, saver: createLayoutSaver(save, (status) => statuses.push(status)) }
}

describe('saving a layout', () => {
  it('starts 2000 ms after the last change while the layout is edited (DASH-47)', async () => {
    const save = vi.fn(() => Promise.resolve())
    const { saver, statuses } = start(save)
    saver.markChanged(true)
    await vi.advanceTimersByTimeAsync(1500)
    saver.markChanged(true)
    await vi.advanceTimersByTimeAsync(1999)
    expect(save).not.toHaveBeenCalled()
    expect(statuses).toEqual(['saving', 'saving'])
    await vi.advanceTimersByTimeAsync(1)
    expect(save).toHaveBeenCalledOnce()
    expect(statuses.at(-1)).toBe('saved')
  })

  it('starts at once when the layout is not edited (DASH-48)', async () => {
    const save = vi.fn(() => Promise.resolve())
    const { saver } = start(save)
    saver.markChanged(false)
    expect(save).toHaveBeenCalledOnce()
  })

  it('reports a failure and saves the same changes again on retry (DASH-43, DASH-44)', async () => {
    const save = vi.fn((): Promise<void> => Promise.reject(new Error('no')))
    const { saver, statuses } = start(save)
    saver.markChanged(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(statuses).toEqual(['saving', 'failed'])
    expect(await saver.finish()).toBe(false)
    save.mockImplementation(() => Promise.resolve())
    expect(await saver.finish()).toBe(true)
    expect(save).toHaveBeenCalledTimes(3)
    expect(statuses).toEqual(['saving', 'failed', 'saving', 'failed', 'saving', 'saved'])
  })

  it('finishes only after the save in progress has ended (DASH-46)', async () => {
    let end = () => {}
    const save = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
    const { saver } = start(save)
    saver.markChanged(true)
    await vi.advanceTimersByTimeAsync(2000)
    let isDone: boolean | null = null
    void saver.finish().then((saved) => (isDone = saved))
    await vi.advanceTimersByTimeAsync(5000)
    expect(isDone).toBeNull()
    end()
    await vi.advanceTimersByTimeAsync(0)
    expect(isDone).toBe(true)
    expect(save).toHaveBeenCalledOnce()
  })

  it('saves again if something has changed during a save', async () => {
    const ends: (() => void)[] = []
    const save = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
    const { saver, statuses } = start(save)
    saver.markChanged(false)
    saver.markChanged(false)
    ends[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenCalledTimes(2)
    expect(statuses).not.toContain('saved')
    ends[1]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(statuses.at(-1)).toBe('saved')
  })
})
