import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type APIRequest, type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import type { Endpoint, ParamsOf, ReplyOf } from '@sightline/contract/endpoint.ts'
import type { CurrentUser, Session } from '@sightline/contract/session.ts'
import type axe from 'axe-core'
import type { z } from 'zod'
import { ADMIN } from './admin.ts'
import { installationFor } from './installations.ts'
import { keepCache } from './kept-cache.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { awaitRoutes } from './routes.ts'
import { SLOWER, slowDownPages } from './slowness.ts'
import { recordToasts } from './toasts.ts'

/** Calls the API as the admin. */
export type AdminCall = <E extends Endpoint>(
  endpoint: E,
  input?: { params?: ParamsOf<E>; body?: z.input<E['body']> },
) => Promise<ReplyOf<E>>

interface OfProduct {
  /** In all pages of the worker's browser: records toasts, awaits routes, and slows down if `SIGHTLINE_E2E_SLOW` contains `page`. */
  preparedPages: undefined
  /**
   * Additional environment variables. Files with the same ones in `test.use` share a server. `SIGHTLINE_ORG_NAME` only takes
   * effect on the first start, so files set it just to get their own server.
   */
  settings: Record<string, string>
  product: RunningProduct
  /** Request context signed in as the admin. */
  adminRequest: APIRequestContext
  adminCall: AdminCall
}

interface OfTest {
  quietPage: Page
  /** A `quietPage` signed in as the admin; its URLs are paths. */
  adminPage: Page
  /** The same without the console check, for journeys with failing requests, which the browser logs. */
  failingPage: Page
}

/**
 * `test` for journeys: a server with an admin and sample data, shared by the tests of a file, and a page that fails the test
 * on console errors.
 */
export const test = base.extend<OfTest, OfProduct>({
  preparedPages: [
    async ({ browser }, use) => {
      recordToasts(browser)
      awaitRoutes(browser)
      slowDownPages(browser)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  settings: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ settings }, use) => {
      const product = await startProduct(settings, { installation: installationFor(settings) })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 * SLOWER },
  ],
  quietPage: async ({ page }, use) => {
    const errors = watchConsole(page)
    await use(page)
    // Requests that the page sends after its routes are removed reach the real network and fail there.
    const found = [...errors]
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(found, 'errors in the console').toEqual([])
  },
  context: async ({ context }, use) => {
    keepCache(context)
    await use(context)
    // The next journey has the same context, and these are not reset by themselves.
    await context.clearPermissions()
    await context.setOffline(false)
  },
  baseURL: async ({ product }, use) => use(product.url),
  adminRequest: [
    async ({ playwright, product }, use) => {
      const request = await signedIn(playwright.request, product)
      await use(request)
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  adminCall: [async ({ adminRequest }, use) => use(callerOf(adminRequest)), { scope: 'worker' }],
  adminPage: async ({ quietPage, adminRequest }, use) => {
    await quietPage.context().addCookies((await adminRequest.storageState()).cookies)
    await use(quietPage)
  },
  failingPage: async ({ page, adminRequest }, use) => {
    await page.context().addCookies((await adminRequest.storageState()).cookies)
    await use(page)
  },
})
export { expect }

/** Opens a request context that is signed in as the admin. */
export async function signedIn(factory: APIRequest, { url }: Pick<RunningProduct, 'url'>): Promise<APIRequestContext> {
  const visitor = await factory.newContext({ baseURL: url })
  const reply = await visitor.post('/login', { data: { email: ADMIN.email, password: ADMIN.password } })
  expect(reply.ok(), 'the admin signs in').toBe(true)
  const storageState = await visitor.storageState()
  const token = storageState.cookies.find(({ name }) => name === 'csrf_token')?.value ?? ''
  return factory.newContext({ baseURL: url, storageState, extraHTTPHeaders: { 'X-CSRF-TOKEN': decodeURIComponent(token) } })
}

/** Makes the function that calls the API with a signed-in request context. */
export function callerOf(request: APIRequestContext): AdminCall {
  return async (endpoint, { params = {}, body } = {}) => {
    const values = new Map(Object.entries<unknown>(Object(params)))
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
    const reply = await request.fetch(path, { method: endpoint.method, data: body ?? undefined })
    const text = await reply.text()
    expect(reply.ok(), `${endpoint.method} ${path} answers ${reply.status()}: ${text}`).toBe(true)
    return text === '' ? undefined : JSON.parse(text)
  }
}

/** Changes the session that the page receives, for example to that of a user without a permission. */
export async function alterSession(page: Page, change: (session: Session & { user: CurrentUser }) => void): Promise<void> {
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    change(session)
    await route.fulfill({ response, json: session })
  })
}

/** Removes permissions from the user that the page sees. */
export function withoutPermissions(page: Page, ...names: CurrentUser['permissions']): Promise<void> {
  return alterSession(page, ({ user }) => {
    user.permissions = user.permissions.filter((name) => !names.includes(name))
  })
}

/** Stops the page's clock so that the test controls it. Call `page.clock.install()` before the page is opened. */
export function stopClock(page: Page): Promise<void> {
  return page.clock.pauseAt(Date.now() + 3_600_000)
}

/** Advances a stopped clock in small steps until an element is visible. */
export async function runUntilVisible(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20)
    expect(await element.isVisible()).toBe(true)
  }).toPass({ intervals: [10] })
}

/** With a stopped clock, expects an element that has just appeared to close after `ms` milliseconds, give or take 500. */
export async function expectClosesAfter(page: Page, element: Locator, ms: number): Promise<void> {
  await page.clock.runFor(ms - 500)
  await expect(element).toBeVisible()
  await page.clock.runFor(1000)
  await expect(element).toBeHidden()
}

/** Collects console errors and uncaught exceptions of a page. */
export function watchConsole(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpectedRefusal(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

// The browser itself logs each refused request, even if the page handles it.
const isExpectedRefusal = (text: string) => /Failed to load resource: .* status of (400|401|403|404|409)/.test(text)

/** Signs in through the sign-in page. */
export async function signIn(page: Page, product: Pick<RunningProduct, 'url'>, path = '/'): Promise<void> {
  await page.goto(`${product.url}/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL((url) => url.pathname === path.replace(/[?#].*/, ''))
}

/** Runs in the page: whether all animations have ended, except endless ones such as skeletons. */
export const areAnimationsOver = () =>
  document.getAnimations().every(({ playState, effect }) => {
    return playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
  })

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The smaller build of axe, which takes a fifth less time to load than the usual one. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Runs in the page, where axe is loaded. */
export async function violationsInPage(tags: string[]): Promise<string[]> {
  // Reporting each passing element would take a third of the time.
  const { violations } = await window.axe.run(document, { runOnly: tags, resultTypes: ['violations'] })
  // Axe accepts descriptions and labels whose element is not there. Leaflet and the calendars of Mantine leave such behind.
  const dangling = ['aria-describedby', 'aria-labelledby'].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]:not(.leaflet-pane *, [data-dates-dropdown])`)].flatMap((element) => {
      const ids = element.getAttribute(name)?.split(/\s+/) ?? []
      return ids
        .filter((id) => id !== '' && document.getElementById(id) === null)
        .map(
          (id) =>
            `${name}: no element has the id ${id}, to which ${element.tagName} "${element.textContent?.slice(0, 40)}" refers`,
        )
    }),
  )
  return [...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`), ...dangling]
}

/**
 * Waits for lists and animations, then fails on violations in the page and its frames of the same origin.
 * @param tags groups of rules of axe; those of WCAG 2.2 A and AA by default
 */
export async function expectAccessible(page: Page, tags = WCAG): Promise<void> {
  // A list is dimmed while newer items are loading.
  await expect(page.locator('table[data-stale]')).toHaveCount(0)
  await page.waitForFunction(areAnimationsOver)
  for (const frame of page.frames()) {
    // Once per document, because loading axe takes as long as a quarter of its rules.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
  }
  expect(await page.evaluate(violationsInPage, tags)).toEqual([])
}

/** Sets the theme of the open page as another tab does: through local storage, which is faster than a reload. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  // A page that has just been opened may not listen yet.
  await expect(async () => {
    await page.evaluate((newValue) => {
      const key = 'sightline-color-scheme'
      localStorage.setItem(key, newValue)
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
    }, theme)
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(theme)
  }).toPass({ intervals: [50, 100, 250] })
}

/** Holds back the scripts of the pages that are opened from now on. @returns lets them through */
export async function holdScripts(page: Page): Promise<() => void> {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  return scripts.resolve
}
