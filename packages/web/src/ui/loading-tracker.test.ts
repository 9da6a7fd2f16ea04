import { describe, expect, it } from 'vitest'
import { createLoadingTracker } from './loading-tracker.ts'

describe('work that waits until the page has loaded', () => {
  it('runs at once if nothing is loading', () => {
    const done: string[] = []
    createLoadingTracker().whenDone(() => done.push('menus'))
    expect(done).toEqual(['menus'])
  })

  it('waits for the last running load, and for none that begins later', () => {
    const work = createLoadingTracker()
    const done: string[] = []
    const [endData, endDrawing] = [work.begin(), work.begin()]
    work.whenDone(() => done.push('menus'))
    endData()
    endData()
    expect(done).toEqual([])
    endDrawing()
    expect(done).toEqual(['menus'])
    work.begin()()
    expect(done).toEqual(['menus'])
  })

  it('can be cancelled', () => {
    const work = createLoadingTracker()
    const done: string[] = []
    const end = work.begin()
    const callOff = work.whenDone(() => done.push('left'))
    work.whenDone(() => done.push('stayed'))
    callOff()
    end()
    expect(done).toEqual(['stayed'])
  })
})
