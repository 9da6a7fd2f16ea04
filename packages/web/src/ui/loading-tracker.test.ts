import { describe, expect, it } from 'vitest'
import { createLoadingTracker } from './loading-tracker.ts'

describe('what can wait until the page has done its work', () => {
  it('is done at once on a page that is busy with nothing', () => {
    const done: string[] = []
    createLoadingTracker().whenDone(() => done.push('menus'))
    expect(done).toEqual(['menus'])
  })

  it('waits for the last of what is going on, and for nothing that begins later', () => {
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

  it('is called off', () => {
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
