import { describe, expect, it } from 'vitest'
import { makeFirstAlone } from './first-alone.ts'

function page() {
  const frames = new Set<() => void>()
  const timers = new Set<() => void>()
  const later = (waiting: Set<() => void>) => (next: () => void) => {
    waiting.add(next)
    return () => void waiting.delete(next)
  }
  const come = (waiting: Set<() => void>) => {
    const due = [...waiting]
    waiting.clear()
    for (const next of due) next()
  }
  const went: string[] = []
  const first = makeFirstAlone({ frame: later(frames), after: (_, next) => later(timers)(next) }, 150, () =>
    went.push('the others'),
  )
  const leave = first.begin()
  return { first, leave, went, frames, timers, showFrame: () => come(frames), passTime: () => come(timers) }
}

describe('the widgets of a dashboard', () => {
  it('come when the first of them has been seen', () => {
    const { first, went, timers, showFrame } = page()
    showFrame()
    first.tell()
    showFrame()
    expect(went).toEqual([])
    first.tell()
    showFrame()
    expect(went).toEqual(['the others'])
    expect(timers.size).toBe(0)
  })

  it('do not wait long for a first one that takes its time', () => {
    const { first, went, frames, passTime } = page()
    first.tell()
    passTime()
    expect(went).toEqual(['the others'])
    expect(frames.size).toBe(0)
  })

  it('stay away from a page that was left', () => {
    const { first, leave, went, frames, timers } = page()
    first.tell()
    leave()
    expect([went, frames.size, timers.size]).toEqual([[], 0, 0])
  })
})
