import { type Frame, type KeyInput, launch } from 'puppeteer-core'
import { openDisplay, SCREEN } from './display.ts'
import { type Engine, quietPage, stepsTo } from './engine.ts'

/** Starts Debian's Firefox ESR, which speaks WebDriver BiDi without a driver. */
export async function startFirefox(): Promise<Engine> {
  const display = await openDisplay()
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: false,
    defaultViewport: null,
    args: [`--width=${SCREEN.width}`, `--height=${SCREEN.height}`],
    env: display.env,
    extraPrefsFirefox: {
      'browser.download.dir': display.downloads,
      'browser.download.folderList': 2,
      'browser.download.alwaysOpenPanel': false,
      // The screen is none for fingers.
      'dom.w3c_touch_events.enabled': 1,
      'ui.prefersReducedMotion': 1,
      // Scrollbars that take room, as on Windows and on a Mac with a mouse.
      'widget.gtk.overlay-scrollbars.enabled': false,
    },
  })
  const first = await browser.pages()
  // Without a window manager only a tab that is opened gets the focus, and without it elements get no focus events.
  const page = await browser.newPage()
  for (const tab of first) await tab.close()
  let frame: Frame = page.mainFrame()
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  // It asks whether unsaved work may be left.
  page.on('dialog', (dialog) => void dialog.accept())
  page.on('pageerror', (error) => {
    if (!isCookieNote(String(error))) errors.push(String(error))
  })
  return {
    async open(url) {
      frame = page.mainFrame()
      await page.goto(url)
    },
    async enterFrame() {
      const inner = page.frames()[1]
      if (inner === undefined) throw new Error('The page has no frame.')
      frame = inner
    },
    evaluate: (expression) => frame.evaluate(expression),
    movePointer: (x, y) => page.mouse.move(x, y),
    pressPointer: () => page.mouse.down(),
    releasePointer: () => page.mouse.up(),
    async moveFinger(from, to) {
      const finger = await page.touchscreen.touchStart(from.x, from.y)
      for (const { x, y } of stepsTo(from, to)) await finger.move(x, y)
      await finger.end()
    },
    async turnWheel(x, y, pixels) {
      await page.mouse.move(x, y)
      await page.mouse.wheel({ deltaY: pixels })
    },
    type: (text) => page.keyboard.type(text),
    async press(...keys) {
      for (const key of keys) await page.keyboard.down(key as KeyInput)
      for (const key of keys.toReversed()) await page.keyboard.up(key as KeyInput)
    },
    async setCookies(url, cookies) {
      await page.goto(quietPage(url))
      const context = browser.defaultBrowserContext()
      await context.deleteCookie(...(await context.cookies()))
      const { hostname: domain } = new URL(url)
      await context.setCookie(...cookies.map(({ name, value, path, httpOnly }) => ({ name, value, path, httpOnly, domain })))
    },
    takeErrors: async () => errors.splice(0),
    screenshot: async () => Buffer.from(await page.screenshot()),
    downloads: display.downloads,
    async close() {
      await browser.close()
      await display.close()
    },
  }
}

// The browser itself reports this for each cookie that a frame of another site may not have.
const isCookieNote = (text: string) => /Cookie “\w+” has been rejected because it is in a cross-site context/.test(text)
