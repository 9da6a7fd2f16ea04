import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentOpener, rememberFocus } from './opener.ts'

class FakeElement extends EventTarget {
  id: string
  menu: FakeElement | null
  constructor(id: string, menu: FakeElement | null = null) {
    super()
    this.id = id
    this.menu = menu
  }
  closest = () => this.menu
  getAttribute = () => 'create'
}

describe('the element that opened a dialog', () => {
  const body = new FakeElement('body')
  const button = new FakeElement('create')
  const entry = new FakeElement('dashboard', new FakeElement('menu'))
  let page: FakeElement & { body: FakeElement; activeElement: FakeElement; getElementById(id: string): FakeElement | null }

  /** Moves the focus as a browser does. */
  const focus = (element: FakeElement) => {
    page.activeElement = element
    page.dispatchEvent(Object.defineProperty(new Event('focusin'), 'target', { value: element }))
  }

  beforeEach(() => {
    page = Object.assign(new FakeElement('document'), {
      body,
      activeElement: body,
      getElementById: (id: string) => (id === 'create' ? button : null),
    })
    vi.stubGlobal('document', page)
    vi.stubGlobal('Element', FakeElement)
    vi.stubGlobal('HTMLElement', FakeElement)
    rememberFocus()
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('is the button of the menu whose entry has the focus', () => {
    focus(entry)
    expect(currentOpener()).toBe(button)
  })

  it('is the button of the menu also while the menu is gone and nothing has the focus yet', () => {
    focus(entry)
    page.activeElement = body
    expect(currentOpener()).toBe(button)
  })

  it('is the button of the menu also if an entry is pressed while another one has the focus', () => {
    focus(new FakeElement('query', entry.menu))
    page.dispatchEvent(Object.defineProperty(new Event('pointerdown'), 'target', { value: entry }))
    page.activeElement = body
    expect(currentOpener()).toBe(button)
  })

  it('is nothing after a click beside all controls', () => {
    focus(new FakeElement('field'))
    page.dispatchEvent(new Event('pointerdown'))
    page.activeElement = body
    expect(currentOpener()).toBeNull()
  })
})
