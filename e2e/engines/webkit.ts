import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { Builder, error, Key, Origin } from 'selenium-webdriver'
import { Command, Name } from 'selenium-webdriver/lib/command.js'
import { freePort } from '../../packages/server/src/testing/free-port.ts'
import { openDisplay, SCREEN } from './display.ts'
import { type Engine, type Position, quietPage, stepsTo } from './engine.ts'

/** Starts the MiniBrowser of WebKitGTK, which Debian's `WebKitWebDriver` drives. */
export async function startWebkit(): Promise<Engine> {
  const display = await openDisplay()
  const port = await freePort()
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    // Its sandbox needs user namespaces, which root in a container does not have.
    env: { ...display.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
  })
  const server = `http://127.0.0.1:${port}`
  await expect(async () => void (await fetch(`${server}/status`))).toPass({ intervals: [50] })
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities({ browserName: 'MiniBrowser', pageLoadStrategy: 'none' })
    .build()
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...SCREEN })
  const input = () => driver.actions({ async: true })
  const errors: string[] = []
  const stateOfPage = async () => {
    try {
      return await driver.executeScript(recordErrors)
    } catch (failure) {
      // The previous document was unloaded while it was asked.
      if (failure instanceof error.NoSuchFrameError) return 'left'
      throw failure
    }
  }
  const open = async (url: string) => {
    await driver.switchTo().defaultContent()
    errors.push(...(await driver.executeScript<string[]>(leave)))
    await driver.get(url)
    await driver.wait(async () => (await stateOfPage()) === 'complete', 30_000)
  }
  return {
    open,
    enterFrame: () => driver.switchTo().frame(0),
    async evaluate(expression) {
      const outcome = await driver.executeAsyncScript<{ value: unknown } | { error: string }>(
        `const done = arguments[arguments.length - 1]
        ;(${recordErrors})()
        Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }))`,
      )
      if ('error' in outcome) throw new Error(outcome.error)
      return outcome.value
    },
    movePointer: (x, y) => input().move({ x, y, origin: Origin.VIEWPORT, duration: 0 }).perform(),
    pressPointer: () => input().press().perform(),
    releasePointer: () => input().release().perform(),
    async moveFinger(from, to) {
      // The actions of the library are those of a mouse.
      const move = ({ x, y }: Position) => ({ type: 'pointerMove', x, y, origin: 'viewport', duration: 20 })
      const press = { type: 'pointerDown', button: 0 }
      const release = { type: 'pointerUp', button: 0 }
      const actions = [move(from), press, ...stepsTo(from, to).map(move), release]
      const finger = { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions }
      await driver.execute(new Command(Name.ACTIONS).setParameter('actions', [finger]))
    },
    turnWheel: (x, y, pixels) => input().scroll(x, y, 0, pixels, Origin.VIEWPORT).perform(),
    type: (text) => input().sendKeys(text).perform(),
    press: async (...keys) => {
      const actions = input()
      for (const key of keys) actions.keyDown(codeOf(key))
      for (const key of keys.toReversed()) actions.keyUp(codeOf(key))
      await actions.perform()
    },
    async setCookies(url, cookies) {
      await open(quietPage(url))
      await driver.manage().deleteAllCookies()
      for (const { name, value, path, httpOnly } of cookies) await driver.manage().addCookie({ name, value, path, httpOnly })
    },
    takeErrors: async () => [...errors.splice(0), ...(await driver.executeScript<string[]>(takeRecorded))],
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    downloads: display.downloads,
    async close() {
      await driver.quit()
      const ended = once(service, 'exit')
      service.kill()
      await ended
      await display.close()
    },
  }
}

declare module 'selenium-webdriver' {
  // Its published types lack the wheel.
  interface Actions {
    scroll(x: number, y: number, deltaX: number, deltaY: number, origin: Origin): this
  }
}

const KEYS: Readonly<Record<string, string>> = {
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
  Alt: Key.ALT,
  Enter: Key.ENTER,
  Tab: Key.TAB,
  Escape: Key.ESCAPE,
  Home: Key.HOME,
  End: Key.END,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
}

/** The character that WebDriver sends for a key. */
function codeOf(key: string): string {
  const code = KEYS[key] ?? key
  if (code.length !== 1) throw new Error(`No code is known for the key ${key}.`)
  return code
}

declare global {
  interface Window {
    recordedErrors?: string[]
    isLeft?: boolean
  }
}

/**
 * Runs in the page. Classic WebDriver does not report the console, so each document is asked to record it as soon as it exists.
 * @returns the state of the document, or 'left' while the previous one is still there
 */
function recordErrors(): DocumentReadyState | 'left' {
  if (window.isLeft) return 'left'
  if (window.recordedErrors === undefined) {
    const errors: string[] = []
    window.recordedErrors = errors
    const { error } = console
    console.error = (...parts: unknown[]) => {
      errors.push(parts.map(String).join(' '))
      error(...parts)
    }
    window.addEventListener('error', (event) => errors.push(event.message))
    window.addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)))
  }
  return document.readyState
}

/** Runs in the page. */
function takeRecorded(): string[] {
  return window.recordedErrors?.splice(0) ?? []
}

/** Runs in the page, before another URL is opened. */
function leave(): string[] {
  window.isLeft = true
  return window.recordedErrors ?? []
}
