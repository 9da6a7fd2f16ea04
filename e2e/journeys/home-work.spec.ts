import { api } from '@sightline/contract/api.ts'
import { expectAccessible } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'
import { expect, test } from '../queries.ts'
import { holdAnswer } from '../traffic.ts'

// Queries of other journeys would be among the changes.
test.use({ settings: { SIGHTLINE_ORG_NAME: 'Home with work' } })

test('home shows recent work with pictures and what others have changed, and before that what to do; it loads charts when they come near (OPEN-234, OPEN-543)', async ({
  adminCall,
  workshop,
  browser,
  baseURL,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Squares of ten' })
  await workshop.makeVisualization(query, 'CHART', 'Curve', {
    globalSeriesType: 'line',
    columnMapping: { n: 'x', squared: 'y' },
  })
  const rows = await workshop.makeRunQuery({ name: 'Plain rows', query: "SELECT 'first value' AS word" })
  const nora = await activeUser(adminCall, browser, 'Nora Berg')
  const page = await pageOf(browser, baseURL ?? '', nora)
  await page.goto('/')
  const work = page.getByRole('region', { name: 'Recent Work' })
  await expect(work.getByRole('link', { name: 'a new query' })).toHaveAttribute('href', /queries\/new$/)
  await expect(work).toContainText('Queries and dashboards that you open or change appear here.')
  await expect(page.getByRole('region', { name: 'What Changed' })).toHaveCount(0)

  for (const { id, name } of [rows, query]) {
    const viewed = page.waitForResponse((reply) => reply.url().endsWith('/api/events') && reply.ok())
    await page.goto(`/queries/${id}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await viewed
  }
  // Home only reads stored results.
  const runs: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /results$/.test(new URL(request.url()).pathname)) runs.push(request.url())
  })
  await page.goto('/')
  const card = work.getByRole('link', { name: /^Squares of ten/ })
  await card.scrollIntoViewIfNeeded()
  await expect(card.locator('canvas').first()).toBeVisible()
  await expect(work.getByRole('link').first()).toContainText('Squares of ten')
  await expect(work.getByRole('link', { name: /^Plain rows/ }).getByText('first value')).toBeVisible()
  expect(runs).toEqual([])
  await expectAccessible(page)

  // The picture is below the screen of a phone.
  await page.setViewportSize({ width: 390, height: 500 })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.reload()
  await expect(card).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(scripts.filter((url) => url.includes('echart'))).toEqual([])
  await card.scrollIntoViewIfNeeded()
  await expect(card.locator('canvas').first()).toBeVisible()
  expect(scripts.filter((url) => url.includes('echart'))).not.toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  await adminCall(api.queries.update, { params: { id: query.id }, body: { query: 'SELECT 1 AS n', tags: ['new'] } })
  await page.reload()
  const change = page.getByRole('region', { name: 'What Changed' }).getByRole('link')
  await expect(change).toHaveText(/^Squares of ten.* changed query text and tags/)
  await page.setViewportSize({ width: 390, height: 780 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await change.click()
  await expect(page).toHaveURL(`/queries/${query.id}`)
  await page.context().close()
})

test('home appears once all of its calls are answered, so that no section moves another one (OPEN-542)', async ({
  adminCall,
  browser,
  baseURL,
}) => {
  const page = await pageOf(browser, baseURL ?? '', await activeUser(adminCall, browser, 'Ida Holm'))
  const home = await holdAnswer(page, '**/api/home')
  const others = ['organization/status', 'dashboards/favorites', 'queries/favorites', 'queries/recent', 'alerts'].map((name) =>
    page.waitForResponse((reply) => new URL(reply.url()).pathname === `/api/${name}`),
  )
  await page.goto('/')
  await Promise.all(others)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Favorite Queries' })).toHaveCount(0)
  home.release()
  await expect(page.getByRole('region', { name: 'Recent Work' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Favorite Queries' })).toBeVisible()
  await page.context().close()
})

test('what home shows is asked for by its HTML, and not again by its scripts (OPEN-558)', async ({ adminPage: page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Recent Work' })).toBeVisible()
  const named = await page
    .locator('link[rel=preload][as=fetch]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname))
  const paths = ['organization/status', 'home', 'dashboards/favorites', 'dashboards/recent', 'queries/favorites']
  for (const path of paths.map((name) => `/api/${name}`)) {
    expect(named).toContain(path)
    expect(asked.filter((one) => one === path)).toEqual([path])
  }
})
