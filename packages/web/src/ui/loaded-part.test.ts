import { describe, expect, it, vi } from 'vitest'
import { loadedPart } from './loaded-part.ts'

describe('a part of a page', () => {
  it('is loaded once, and its promise can be read without waiting from then on', async () => {
    const load = vi.fn(async () => 'code')
    const part = loadedPart(load)
    expect(await part()).toBe('code')
    expect(part()).toMatchObject({ status: 'fulfilled', value: 'code' })
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is requested again after a failure, but not at once (OPEN-693)', async () => {
    vi.useFakeTimers()
    const load = vi.fn(async () => 'code').mockRejectedValueOnce(new Error('offline'))
    const part = loadedPart<string>(load)
    const failed = part()
    await expect(failed).rejects.toThrow('offline')
    expect(part()).toBe(failed)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await part()).toBe('code')
    vi.useRealTimers()
  })
})
