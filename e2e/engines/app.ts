import { expect } from '@playwright/test'
import { areAnimationsOver, axeSource, violationsInPage, WCAG } from '../page.ts'
import { type Engine, type Position, stepsTo } from './engine.ts'
import { type Found, lookUp, plain, ROLES, type Target } from './look-up.ts'

/** The product in the window of an engine, with steps of people. Like locators of Playwright, each waits for its one element. */
export class App {
  readonly engine: Engine
  readonly url: string

  /** @param url where the product runs */
  constructor(engine: Engine, url: string) {
    this.engine = engine
    this.url = url
  }

  /** Opens a path of the product, or a URL of another site. */
  open(path: string): Promise<void> {
    return this.engine.open(new URL(path, this.url).href)
  }

  /** Calls a function in the page. It sees only its arguments, which are JSON as its result is; promises are awaited. */
  evaluate<Args extends unknown[], Result>(fn: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>> {
    return this.engine.evaluate(`(${fn})(...${JSON.stringify(args)})`) as Promise<Awaited<Result>>
  }

  /** Runs a script in the page. */
  async load(script: string): Promise<void> {
    await this.engine.evaluate(`(() => {${script}\n})()`)
  }

  /** Returns an element, or a sentence if there is not exactly one now. */
  async look(target: Target): Promise<Found | string> {
    const found = await this.evaluate(lookUp, plain(target))
    if (found !== null) return found
    await this.load(ROLES)
    return 'The page is new.'
  }

  /** Waits for an element; `isReady` may ask for more than its presence. */
  async find(target: Target, isReady: (found: Found) => boolean = () => true): Promise<Found> {
    let ready: Found | undefined
    await expect(async () => {
      const found = await this.look(target)
      if (typeof found === 'string' || !isReady(found))
        throw new Error(`${JSON.stringify(plain(target))}: ${JSON.stringify(found)}`)
      ready = found
    }).toPass({ intervals: [50, 100, 200] })
    if (ready === undefined) throw new Error('Nothing was found.')
    return ready
  }

  async expectText(target: Target, text: string): Promise<void> {
    await this.find(target, (found) => found.text.trim() === text)
  }

  /** Moves the pointer to the middle of an element, once it stands still and nothing covers it. */
  async pointAt(target: Target): Promise<Position> {
    let last = ''
    const { x, y, width, height } = await this.find(target, (found) => {
      const place = `${found.x} ${found.y}`
      const isStill = place === last
      last = place
      return isStill && found.isReachable
    })
    const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    await this.engine.movePointer(middle.x, middle.y)
    return middle
  }

  async click(target: Target): Promise<void> {
    await this.pointAt(target)
    await this.engine.pressPointer()
    await this.engine.releasePointer()
  }

  /** Drags an element by CSS pixels, in steps as a hand does. */
  async drag(target: Target, across: number, down: number): Promise<void> {
    const from = await this.pointAt(target)
    await this.engine.pressPointer()
    for (const { x, y } of stepsTo(from, movedBy(from, across, down))) await this.engine.movePointer(x, y)
    await this.engine.releasePointer()
  }

  /** Touches an element and moves the finger by CSS pixels; a tap without them. */
  async touch(target: Target, across = 0, down = 0): Promise<void> {
    const from = await this.pointAt(target)
    await this.engine.moveFinger(from, movedBy(from, across, down))
  }

  /** Replaces the text of a field by typing. */
  async fill(target: Target, text: string): Promise<void> {
    await this.click(target)
    await this.engine.press('Control', 'a')
    await this.engine.type(text)
  }

  /** Pastes the clipboard into a field that is added to the page, and returns its text. */
  async pasted(): Promise<string> {
    await this.evaluate(() => {
      const field = document.body.appendChild(document.createElement('textarea'))
      field.id = 'pasted'
      field.focus()
    })
    await this.engine.press('Control', 'v')
    const text = () => this.evaluate(() => document.querySelector<HTMLTextAreaElement>('#pasted')?.value ?? '')
    await expect.poll(text).not.toBe('')
    const pasted = await text()
    await this.evaluate(() => document.querySelector('#pasted')?.remove())
    return pasted
  }

  /** Fails on violations of WCAG 2.2 A and AA in the page. */
  async expectAccessible(): Promise<void> {
    await expect.poll(() => this.evaluate(areAnimationsOver)).toBe(true)
    await this.load(axeSource)
    expect(await this.evaluate(violationsInPage, WCAG)).toEqual([])
  }
}

const movedBy = ({ x, y }: Position, across: number, down: number): Position => ({ x: x + across, y: y + down })
