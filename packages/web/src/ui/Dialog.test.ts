import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { focusSoon, typesCharacter } from './Dialog.tsx'

describe('the first field of a dialog (CONST-02)', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('gets the focus after 100 ms (CONST-02)', () => {
    const field = { focus: vi.fn() }
    focusSoon(() => field)
    vi.advanceTimersByTime(99)
    expect(field.focus).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(field.focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true })
  })

  it('does not get the focus if the user has moved it or the dialog is closed (CONST-02)', () => {
    const field = { focus: vi.fn() }
    let isThere = true
    focusSoon(() => (isThere ? field : null))
    const closed = focusSoon(() => field)
    isThere = false
    closed()
    vi.advanceTimersByTime(1000)
    expect(field.focus).not.toHaveBeenCalled()
  })
})

describe('a key press before that', () => {
  const key = (name: string, more: object = {}) =>
    typesCharacter({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more })

  it('focuses the field at once if it types a character', () => {
    expect([key('a'), key('Ä'), key('7')]).toEqual([true, true, true])
  })

  it('stays with the dialog if it types no character', () => {
    expect([key('Enter'), key('Escape'), key('Tab'), key(' '), key('k', { metaKey: true })]).toEqual(Array(5).fill(false))
  })
})
