import type { Page } from '@playwright/test'
import { emptyCache } from '../kept-cache.ts'
import { expectAccessible } from '../page.ts'
import { editorOf, expect, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'

test.beforeEach(({ page }) => emptyCache(page))

/** Sets a flag on `window` that a reload removes. */
const leaveMark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }))
const hasMark = (page: Page) => page.evaluate(() => 'isMarked' in window)

/** Collects the URLs of scripts and styles that fail to load from now on. */
function lostFiles(page: Page): string[] {
  const lost: string[] = []
  page.on('requestfailed', (request) => {
    if (request.url().includes('/assets/')) lost.push(request.url())
  })
  return lost
}

test('an unknown URL shows the 404 page with a link home (SHELL-04, SHELL-06)', async ({ adminPage: page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: "It seems like the page you're looking for cannot be found." })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('a query that does not exist shows the 404 page (SHELL-06)', async ({ adminPage: page }) => {
  await page.goto('/queries/987654')
  await expect(page.getByRole('heading', { name: "It seems like the page you're looking for cannot be found." })).toBeVisible()
})

test('a refused page shows that the permission is missing (SHELL-07)', async ({ adminPage: page }) => {
  await page.route('**/api/queries/1*', (route) => route.fulfill({ status: 403, json: { message: 'no' } }))
  await page.goto('/queries/1')
  await expect(page.getByRole('heading', { name: 'It seems like you don’t have permission to see this page.' })).toBeVisible()
  await expectAccessible(page)
})

test('a failing page shows the error message of the server, and the rest of the shell keeps working (SHELL-05, SHELL-08)', async ({
  adminPage: page,
}) => {
  const message = 'The list is being rebuilt.'
  await page.route('**/api/queries?*', (route) => route.fulfill({ status: 400, json: { message } }))
  await page.goto('/queries')
  await expect(page.getByRole('heading', { name: message })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('banner').getByRole('button', { name: 'Dashboards' }).click()
  await page.getByRole('menuitem', { name: 'All Dashboards' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboards', exact: true })).toBeVisible()
})

test('a failure without a message shows a default one, and a retry works (SHELL-09)', async ({ adminPage: page }) => {
  await page.route('**/api/queries?*', (route) => route.fulfill({ status: 400, json: {} }), { times: 1 })
  await page.goto('/queries')
  await expect(
    page.getByText('It seems like we encountered an error. Try refreshing this page or contact your administrator.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table')).toBeVisible()
})

test('an offline user who opens a prefetched link sees an offline message, and gets the page as soon as the connection is back (SHELL-05, SHELL-35)', async ({
  failingPage: page,
  context,
}) => {
  await page.goto('/queries')
  const alerts = page.getByRole('banner').getByRole('link', { name: 'Alerts' })
  // The shell is shown while the first page is still loading.
  await expect(page.getByRole('table')).toBeVisible()
  await leaveMark(page)
  await context.setOffline(true)
  const lost = lostFiles(page)
  await alerts.hover()
  await expect.poll(() => lost.some((file) => file.endsWith('.js'))).toBe(true)
  await alerts.click()
  const panel = page.getByRole('main').getByRole('alert')
  await expect(panel.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page).toHaveURL('/alerts')
  await expect(alerts).toBeVisible()
  await expectAccessible(page)
  const tryAgain = panel.getByRole('button', { name: 'Try again' })
  const before = lost.length
  await tryAgain.click()
  await expect.poll(() => lost.length).toBeGreaterThan(before)
  await expect(tryAgain).toBeVisible()

  // Registered before the browser is online, because the page then retries at once.
  const had = new Set<string>()
  page.on('requestfinished', (request) => had.add(request.url()))
  await context.setOffline(false)
  await expect(page.getByRole('main').getByRole('heading', { name: 'Alerts' })).toBeVisible()
  // The page must load its styles as well.
  await expect.poll(() => lost.filter((file) => !had.has(file))).toEqual([])
  expect(await hasMark(page)).toBe(true)
})

test('a nested page that failed to load offline opens as soon as the connection is back (SHELL-05)', async ({
  failingPage: page,
  context,
  workshop,
}) => {
  const { id } = await workshop.makeQuery({ name: 'Holding patterns' })
  await page.goto('/queries')
  const query = page.getByRole('table').getByRole('link', { name: 'Holding patterns' })
  await expect(query).toBeVisible()
  await leaveMark(page)
  await context.setOffline(true)
  await query.click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page).toHaveURL(`/queries/${id}`)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Holding patterns' })).toBeVisible()
  expect(await hasMark(page)).toBe(true)
})

test('a page whose code an update has removed shows that it cannot be loaded, without an automatic reload (SHELL-05)', async ({
  failingPage: page,
}) => {
  await page.goto('/')
  const alerts = page.getByRole('banner').getByRole('link', { name: 'Alerts' })
  // The shell is shown while the first page is still loading.
  await expect(page.getByRole('heading', { name: 'Favorite Queries' })).toBeVisible()
  await leaveMark(page)
  await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }))
  await alerts.hover()
  await expect(page.getByRole('status').filter({ hasText: 'Sightline may have been updated.' })).toBeVisible()
  await alerts.click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded.' })).toBeVisible()
  await expect(alerts).toBeVisible()
  expect(await hasMark(page)).toBe(true)
})

test('messages are shown while no more code can be loaded (OPEN-554)', async ({ failingPage: page }) => {
  await page.goto('/queries/new')
  await expect(editorOf(page)).toBeVisible()
  await page.route('**/assets/*', (route) => route.abort())
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, 'An empty query cannot be saved.')
})
