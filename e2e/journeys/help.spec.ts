import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { expect, expectAccessible, runUntilVisible, stopClock, test } from '../page.ts'
import { holdAnswer } from '../traffic.ts'
import { visualizationEditor } from '../visualization-editor.ts'

test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Reading room' } })

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Help' })
const shown = (page: Page) => drawer(page).frameLocator('iframe').getByRole('heading', { level: 1 })

async function openHelp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Documentation' }).click()
}

test('the documentation opens beside the page, and its links within it (HELP-01, HELP-03, OPEN-115, SHELL-17)', async ({
  adminPage: page,
}) => {
  await page.goto('/settings/organization')
  await openHelp(page)
  await expect(shown(page)).toHaveText('Help')
  await expect(drawer(page).getByRole('status')).toBeHidden()
  await expect.poll(() => drawer(page).boundingBox()).toMatchObject({ width: 400, x: 1440 - 400 })
  const frame = drawer(page).locator('iframe')
  await expect(frame).toHaveAttribute('src', /\/help\/home$/)
  await expectAccessible(page)
  // Line breaks in the Markdown files must not become line breaks on the page.
  await expect(drawer(page).frameLocator('iframe').locator('br')).toHaveCount(0)

  // Links open in the iframe, which reports its location to the page.
  await drawer(page).frameLocator('iframe').getByRole('link', { name: 'BigQuery' }).click()
  await expect(shown(page)).toHaveText('BigQuery')
  await expect(drawer(page).getByRole('link', { name: 'Open in a new window' })).toHaveAttribute('href', /\/help\/bigquery$/)
  await drawer(page).getByRole('button', { name: 'Close' }).click()
  await expect(drawer(page)).toBeHidden()
})

test('pages link to the documentation of their topic (HELP-04)', async ({ adminPage: page }) => {
  await page.goto('/settings/organization')
  await page.getByRole('button', { name: 'Help: Signing in' }).click()
  await expect(shown(page)).toHaveText('Signing in')
  await page.goto('/')
  await page.getByRole('button', { name: 'What’s Included' }).click()
  await expect(shown(page)).toHaveText('Usage data sharing')
})

test('the form of a data source links to the guide of its type (HELP-05, DS-12, OPEN-115)', async ({
  adminPage: page,
  adminCall,
}) => {
  const { id } = await adminCall(api.dataSources.create, {
    body: { name: 'Guided', type: 'duckdb', options: { dbpath: ':memory:' } },
  })
  const { id: results } = await adminCall(api.dataSources.create, {
    body: { name: 'Joined', type: 'results', options: {} },
  })
  for (const [source, title] of [
    [id, 'DuckDB'],
    [results, 'Query Results'],
  ] as const) {
    await page.goto(`/data_sources/${source}`)
    await page.getByRole('button', { name: 'Setup Instructions' }).click()
    await expect(shown(page)).toHaveText(title)
  }
})

test('the visualization editor links to the guide of the chosen type, and Escape closes only the help (OPEN-189)', async ({
  adminPage: page,
  adminCall,
}) => {
  const source = await adminCall(api.dataSources.create, {
    body: { name: 'Charted', type: 'duckdb', options: { dbpath: ':memory:' } },
  })
  const { id } = await adminCall(api.queries.create, {
    body: { name: 'Sales', data_source_id: source.id, query: "select 'Jan' as month, 5 as sales" },
  })
  await page.goto(`/queries/${id}`)
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  const editor = visualizationEditor(page)
  await editor.getByRole('button', { name: 'Help: Tables and figures' }).click()
  await expect(shown(page)).toHaveText('Tables and figures')
  await drawer(page).getByRole('button', { name: 'Close' }).press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(editor).toBeVisible()
  await editor.getByRole('combobox', { name: 'Visualization Type' }).click()
  await page.getByRole('option', { name: 'Map (Markers)' }).click()
  await editor.getByRole('button', { name: 'Help: Charts and maps' }).click()
  await expect(shown(page)).toHaveText('Charts and maps')
  const picture = drawer(page).frameLocator('iframe').getByRole('img').first()
  await expect
    .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBeGreaterThan(0)
})

test('help opens after 300 ms and reports after 20,000 ms that the page has not loaded (HELP-02, HELP-06, HELP-07)', async ({
  adminPage: page,
}) => {
  const held = await holdAnswer(page, '**/help/home')
  await page.clock.install()
  await page.goto('/queries')
  await expect(page.getByRole('button', { name: 'Help', exact: true })).toBeVisible()
  // Open the drawer once so that its code is loaded before the timing starts.
  await openHelp(page)
  await page.clock.runFor(1_000)
  await expect(drawer(page)).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(1_000)
  await expect(drawer(page)).toBeHidden()

  await stopClock(page)
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await runUntilVisible(page, page.getByRole('menuitem', { name: 'Documentation' }))
  await page.getByRole('menuitem', { name: 'Documentation' }).click()
  await page.clock.runFor(290)
  await expect(drawer(page)).toBeHidden()
  await page.clock.runFor(20)
  await runUntilVisible(page, drawer(page))
  await expect(drawer(page).getByRole('status', { name: 'Loading...' })).toBeVisible()
  await page.clock.runFor(19_000)
  await expect(drawer(page).getByText('Something went wrong.')).toBeHidden()
  await page.clock.runFor(1_500)
  await expect(drawer(page).getByText('Something went wrong.')).toBeVisible()
  await expect(drawer(page).getByRole('link', { name: 'Open the page in a new window' })).toHaveAttribute(
    'href',
    /\/help\/home$/,
  )
  held.release()
})

test('a help page in a window of its own has a header, the contents and a search (SHELL-44)', async ({ adminPage: page }) => {
  await page.goto('/help/alerts')
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible()
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents.getByRole('link', { name: 'Alerts', exact: true })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await contents.getByRole('searchbox', { name: 'Search the help' }).fill('smtp')
  await expect(contents.getByRole('link').first()).toHaveText('Schedules')
  await contents.getByRole('link', { name: 'Schedules' }).click()
  await expect(page).toHaveURL('/help/schedules')
  await page.getByRole('link', { name: 'Sightline, home' }).click()
  await expect(page).toHaveURL('/')
})

test('the API reference follows the theme and leads back (SHELL-45)', async ({ adminPage: page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/api/docs')
  await expect(page.locator('html')).toHaveClass(/dark-mode/)
  await page.getByRole('link', { name: 'Back to Sightline' }).click()
  await expect(page).toHaveURL('/')
})
