import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLayoutSaver, type SavingStatus } from './layout-saver.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start(save: () => Promise<void>) {
  const told: SavingStatus[] = []
  return { told, saver: createLayoutSaver(save, (status) => told.push(status)) }
}

describe('saving a layout', () => {
  it('begins 2000 ms after the last change while the layout is edited (DASH-47)', async () => {
    const save = vi.fn(() => Promise.resolve())
    const { saver, told } = start(save)
    saver.noteChange(true)
    await vi.advanceTimersByTimeAsync(1500)
    saver.noteChange(true)
    await vi.advanceTimersByTimeAsync(1999)
    expect(save).not.toHaveBeenCalled()
    expect(told).toEqual(['saving', 'saving'])
    await vi.advanceTimersByTimeAsync(1)
    expect(save).toHaveBeenCalledOnce()
    expect(told.at(-1)).toBe('saved')
  })

  it('begins at once when the layout is not edited (DASH-48)', async () => {
    const save = vi.fn(() => Promise.resolve())
    const { saver } = start(save)
    saver.noteChange(false)
    expect(save).toHaveBeenCalledOnce()
  })

  it('tells that it failed, and saves the same again when asked to (DASH-43, DASH-44)', async () => {
    const save = vi.fn((): Promise<void> => Promise.reject(new Error('no')))
    const { saver, told } = start(save)
    saver.noteChange(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toEqual(['saving', 'failed'])
    expect(await saver.finish()).toBe(false)
    save.mockImplementation(() => Promise.resolve())
    expect(await saver.finish()).toBe(true)
    expect(save).toHaveBeenCalledTimes(3)
    expect(told).toEqual(['saving', 'failed', 'saving', 'failed', 'saving', 'saved'])
  })

  it('is waited for by whoever wants to be done (DASH-46)', async () => {
    let end = () => {}
    const save = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
    const { saver } = start(save)
    saver.noteChange(true)
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

  it('goes on with what has changed meanwhile', async () => {
    const ends: (() => void)[] = []
    const save = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
    const { saver, told } = start(save)
    saver.noteChange(false)
    saver.noteChange(false)
    ends[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(save).toHaveBeenCalledTimes(2)
    expect(told).not.toContain('saved')
    ends[1]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(told.at(-1)).toBe('saved')
  })
})
