import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notifyOnDesktop } from './desktop-notifications.ts'

let isHidden: boolean
let permission: NotificationPermission
const shown: string[] = []

class FakeNotification {
  static get permission() {
    return permission
  }
  readonly title: string
  constructor(title: string) {
    this.title = title
    shown.push(title)
  }
  close() {
    shown.splice(shown.indexOf(this.title), 1)
  }
}

beforeEach(() => {
  isHidden = true
  permission = 'granted'
  shown.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('document', {
    get hidden() {
      return isHidden
    },
  })
  vi.stubGlobal('window', { Notification: FakeNotification })
  vi.stubGlobal('Notification', FakeNotification)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a desktop notification', () => {
  it('is shown if it is permitted and the page is hidden (SHELL-37)', () => {
    notifyOnDesktop('Sales updated')
    expect(shown).toEqual(['Sales updated'])
  })

  it('is not shown while the page is visible, without permission, or without browser support (SHELL-37)', () => {
    isHidden = false
    notifyOnDesktop('Seen')
    isHidden = true
    for (const answer of ['denied', 'default'] as const) {
      permission = answer
      notifyOnDesktop(answer)
    }
    vi.stubGlobal('window', {})
    notifyOnDesktop('No such thing')
    expect(shown).toEqual([])
  })

  it('closes after 3 s (SHELL-38)', () => {
    notifyOnDesktop('Sales updated')
    vi.advanceTimersByTime(2999)
    expect(shown).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(shown).toEqual([])
  })
})
