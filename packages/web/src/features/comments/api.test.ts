import type { CommentThread } from '@sightline/contract/comments.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftsOf, withThread } from './api.ts'

const thread = (id: number, text = ''): CommentThread => ({
  id,
  widget_id: 7,
  created_at: text,
  resolved: null,
  comments: [],
})

type Stored = Record<string, string>
/** The methods of a storage whose keys are its own properties. */
const methods = {
  getItem(this: Stored, key: string) {
    return this[key] ?? null
  },
  setItem(this: Stored, key: string, value: string) {
    this[key] = value
  },
  removeItem(this: Stored, key: string) {
    delete this[key]
  },
}

describe('the threads on the screen', () => {
  it('show a change at once: a new thread at the end, a known one in its place (OPEN-262)', () => {
    expect(withThread([thread(1), thread(2)], thread(1, 'changed'))).toEqual([thread(1, 'changed'), thread(2)])
    expect(withThread([thread(1)], thread(3))).toEqual([thread(1), thread(3)])
    expect(withThread([thread(1)], null)).toEqual([thread(1)])
    expect(withThread(undefined, thread(3))).toBeUndefined()
  })
})

describe('what was typed and not sent', () => {
  beforeEach(() => vi.stubGlobal('localStorage', Object.create(methods)))
  afterEach(() => vi.unstubAllGlobals())

  it('is kept for its place and its user until the text is emptied (OPEN-262)', () => {
    const drafts = draftsOf(1)
    drafts.store('widget-7', 'Half a sen')
    expect(drafts.read('widget-7')).toBe('Half a sen')
    expect([drafts.read('widget-70'), drafts.read('widget-'), draftsOf(2).read('widget-7')]).toEqual(['', '', ''])
    drafts.store('widget-7', '  ')
    expect(drafts.read('widget-7')).toBe('')
  })
})
