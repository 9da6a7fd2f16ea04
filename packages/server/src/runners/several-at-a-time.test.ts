import { describe, expect, it } from 'vitest'
import { severalAtATime } from './several-at-a-time.ts'

describe('the same with many items (OPEN-810)', () => {
  it('is done with a few at a time, and its outcomes have the order of the items', async () => {
    let [running, most] = [0, 0]
    const outcomes = await severalAtATime([5, 1, 4, 2, 3], 2, async (turns) => {
      most = Math.max(most, ++running)
      for (let turn = 0; turn < turns; turn++) await null
      running--
      return turns * 10
    })
    expect([outcomes, most]).toEqual([[50, 10, 40, 20, 30], 2])
    expect(await severalAtATime([], 2, async () => 1)).toEqual([])
  })

  it('ends with the first that fails', async () => {
    const begun: number[] = []
    const failing = severalAtATime([1, 2, 3, 4, 5, 6], 2, async (item) => {
      begun.push(item)
      if (item === 2) throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(begun.length).toBeLessThan(6)
  })
})
