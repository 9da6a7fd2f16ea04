import { describe, expect, it } from 'vitest'
import { createFrameScheduler } from './frame-scheduler.ts'

/** Simulates animation frames on demand, and drawing tasks that take the given time each. */
function stage(milliseconds: number) {
  let clock = 0
  const frames: (() => void)[] = []
  const drawn: { name: string; isAnimated: boolean }[] = []
  const events: string[] = []
  const scheduler = createFrameScheduler(
    (next) => frames.push(next),
    () => clock,
    () => {
      events.push('begun')
      return () => events.push('done')
    },
  )
  return {
    events,
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

describe('the frame scheduler', () => {
  it('draws in order: the first chart at once, then as many per frame as fit in the time slice', () => {
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

  it('draws one chart per frame however long it takes, and requests no frame when the queue is empty', () => {
    const { schedule, frame, drawn, frames } = stage(100)
    schedule('a')
    schedule('b')
    frame()
    expect(drawn).toHaveLength(1)
    frame()
    expect(drawn).toHaveLength(2)
    expect(frames).toEqual([])
  })

  it('continues after a task that throws', () => {
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

  it('drops the tasks of charts that have left the page', () => {
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

  it('reports when a batch begins, and when all its tasks are drawn or cancelled', () => {
    const { schedule, frame, events } = stage(30)
    for (const name of ['a', 'b', 'c']) schedule(name)
    expect(events).toEqual(['begun'])
    frame()
    expect(events).toEqual(['begun'])
    frame()
    expect(events).toEqual(['begun', 'done'])
    schedule('d')()
    schedule('e')()
    frame()
    expect(events).toEqual(['begun', 'done', 'begun', 'done'])
  })

  it('animates small batches only', () => {
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
