import AxeBuilder from '@axe-core/playwright'
import { type APIRequest, type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import type { Endpoint, ParamsOf, ReplyOf } from '@sightline/contract/endpoint.ts'
import type { CurrentUser, Session } from '@sightline/contract/session.ts'
import type { z } from 'zod'
import { ADMIN } from './admin.ts'
import { installationFor } from './installations.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { SLOWER, slowDownPages } from './slowness.ts'

/** Calls the API as the admin. */
export type AdminCall = <E extends Endpoint>(
  endpoint: E,
  input?: { params?: ParamsOf<E>; body?: z.input<E['body']> },
) => Promise<ReplyOf<E>>

interface OfProduct {
  /** Slows down the pages of the worker's browser where the run asks for it. */
  slowPages: undefined
  /**
   * Settings beside the usual ones. Files that name the same ones in `test.use` share a product, others do not; the name of the
   * organization, which only the first start takes over, serves for nothing else.
   */
  settings: Record<string, string>
  product: RunningProduct
  /** A request context that is signed in as the admin. */
  adminRequest: APIRequestContext
  adminCall: AdminCall
}

interface OfTest {
  quietPage: Page
  /** A quiet page, signed in as the admin, to which addresses are given as paths. */
  adminPage: Page
  /** The same for a journey on which calls fail: the console tells of each of them. */
  failingPage: Page
}

/**
 * The test of a journey: a product with the admin already made and the sample data in place, shared by the tests of one file,
 * and a page whose console stays free of errors.
 */
export const test = base.extend<OfTest, OfProduct>({
  slowPages: [
    async ({ browser }, use) => {
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
    // A call that is still being answered when the journey ends is nobody's any more.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(errors, 'errors in the console').toEqual([])
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

async function signedIn(factory: APIRequest, { url }: RunningProduct): Promise<APIRequestContext> {
  const visitor = await factory.newContext({ baseURL: url })
  const reply = await visitor.post('/login', { data: { email: ADMIN.email, password: ADMIN.password } })
  expect(reply.ok(), 'the admin signs in').toBe(true)
  const storageState = await visitor.storageState()
  const token = storageState.cookies.find(({ name }) => name === 'csrf_token')?.value ?? ''
  return factory.newContext({ baseURL: url, storageState, extraHTTPHeaders: { 'X-CSRF-TOKEN': decodeURIComponent(token) } })
}

function callerOf(request: APIRequestContext): AdminCall {
  return async (endpoint, { params = {}, body } = {}) => {
    const values = new Map(Object.entries<unknown>(Object(params)))
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
    const reply = await request.fetch(path, { method: endpoint.method, data: body ?? undefined })
    const text = await reply.text()
    expect(reply.ok(), `${endpoint.method} ${path} answers ${reply.status()}: ${text}`).toBe(true)
    return text === '' ? undefined : JSON.parse(text)
  }
}

/** Lets the page see another session than the server's, such as one of a user without a permission. */
export async function alterSession(page: Page, change: (session: Session & { user: CurrentUser }) => void): Promise<void> {
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    change(session)
    await route.fulfill({ response, json: session })
  })
}

/** Takes permissions away from the user that the page sees. */
export function withoutPermissions(page: Page, ...names: CurrentUser['permissions']): Promise<void> {
  return alterSession(page, ({ user }) => {
    user.permissions = user.permissions.filter((name) => !names.includes(name))
  })
}

/** Stops the clock of a page, which the test then moves on. Before the page is opened, `page.clock.install()` has to be called. */
export function stopClock(page: Page): Promise<void> {
  return page.clock.pauseAt(Date.now() + 3_600_000)
}

/** Moves a stopped clock on, in small steps, until an element is there. */
export async function runUntilVisible(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20)
    expect(await element.isVisible()).toBe(true)
  }).toPass({ intervals: [10] })
}

/** With a stopped clock: an element that has just come stays for nearly these milliseconds, and is gone soon after. */
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

// The browser itself writes a line for each refused call; what the page makes of it is what a test looks at.
const isExpectedRefusal = (text: string) => /Failed to load resource: .* status of (400|401|403|404|409)/.test(text)

/** Signs in through the page that users see. */
export async function signIn(page: Page, product: RunningProduct, path = '/'): Promise<void> {
  await page.goto(`${product.url}/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL((url) => url.pathname === path.replace(/[?#].*/, ''))
}

/** In the page: whether nothing is on its way any more, but for what moves for ever, such as skeletons. */
const areAnimationsOver = () =>
  document.getAnimations().every(({ playState, effect }) => {
    return playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
  })

/** Fails on violations of WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForFunction(areAnimationsOver)
  // Frames of other sites would need a page of their own for each check, which takes longer than the check; we have none.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Passing checks are not reported per element, which took a third of the time.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
}

/** Switches between the themes as the profile menu does. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((scheme) => localStorage.setItem('sightline-color-scheme', scheme), theme)
  await page.reload()
}
