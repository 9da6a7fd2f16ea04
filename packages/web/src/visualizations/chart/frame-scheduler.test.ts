import { describe, expect, it } from 'vitest'
import { createFrameScheduler } from './frame-scheduler.ts'

/** Frames that come when the test says so, and drawings that take a time each. */
function stage(milliseconds: number) {
  let clock = 0
  const frames: (() => void)[] = []
  const drawn: { name: string; isAnimated: boolean }[] = []
  const told: string[] = []
  const scheduler = createFrameScheduler(
    (next) => frames.push(next),
    () => clock,
    () => {
      told.push('begun')
      return () => told.push('done')
    },
  )
  return {
    told,
    drawn,
    frames,
    schedule: (name: string) =>
      scheduler.schedule((isAnimated) => {
        clock += milliseconds
        drawn.push({ name, isAnimated })
      }),
    frame: () => {
      for (const next of frames.splice(0)) next()
    },
  }
}

describe('the turns of drawings', () => {
  it('come in order: one at once, then as many in a frame as leave time for the page', () => {
    const { schedule, frame, drawn } = stage(20)
    for (const name of ['a', 'b', 'c', 'd']) schedule(name)
    const names = () => drawn.map(({ name }) => name)
    expect(names()).toEqual([])
    frame()
    expect(names()).toEqual(['a'])
    frame()
    expect(names()).toEqual(['a', 'b', 'c'])
    frame()
    expect(names()).toEqual(['a', 'b', 'c', 'd'])
    schedule('e')
    schedule('f')
    frame()
    expect(names().at(-1)).toBe('e')
  })

  it('draw one in each frame, however long it takes, and ask for no frame when none is left', () => {
    const { schedule, frame, drawn, frames } = stage(100)
    schedule('a')
    schedule('b')
    frame()
    expect(drawn).toHaveLength(1)
    frame()
    expect(drawn).toHaveLength(2)
    expect(frames).toEqual([])
  })

  it('are not held up by one that fails', () => {
    const frames: (() => void)[] = []
    const drawn: string[] = []
    const scheduler = createFrameScheduler(
      (next) => frames.push(next),
      () => 0,
      () => () => {},
    )
    scheduler.schedule(() => {
      throw new Error('No canvas.')
    })
    scheduler.schedule(() => drawn.push('b'))
    expect(() => frames.shift()?.()).toThrow('No canvas.')
    frames.shift()?.()
    expect(drawn).toEqual(['b'])
  })

  it('are given up by what has left the page', () => {
    const { schedule, frame, drawn } = stage(1)
    const leave = schedule('a')
    schedule('b')
    leave()
    frame()
    expect(drawn.map(({ name }) => name)).toEqual(['b'])
    leave()
    schedule('c')
    frame()
    expect(drawn.map(({ name }) => name)).toEqual(['b', 'c'])
  })

  it('tell when there is something to draw and when all is drawn, or has left', () => {
    const { schedule, frame, told } = stage(30)
    for (const name of ['a', 'b', 'c']) schedule(name)
    expect(told).toEqual(['begun'])
    frame()
    expect(told).toEqual(['begun'])
    frame()
    expect(told).toEqual(['begun', 'done'])
    schedule('d')()
    schedule('e')()
    frame()
    expect(told).toEqual(['begun', 'done', 'begun', 'done'])
  })

  it('let few drawings move, and none of many', () => {
    const { schedule, frame, drawn } = stage(1)
    for (let n = 0; n < 5; n++) schedule(`${n}`)
    frame()
    frame()
    expect(drawn).toHaveLength(5)
    expect(drawn.some(({ isAnimated }) => isAnimated)).toBe(false)
    schedule('alone')
    frame()
    expect(drawn.at(-1)).toEqual({ name: 'alone', isAnimated: true })
  })
})
