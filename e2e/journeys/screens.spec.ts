import { expect, expectAccessible, setTheme, test } from '../page.ts'

const themes = ['dark', 'light'] as const

const screens: [name: string, path: string, ready: string][] = [
  ['home', '/', 'Welcome to Sightline'],
  ['queries', '/queries', 'Technology stocks'],
  ['favorites', '/queries/favorites', 'Flights per day'],
  ['archive', '/queries/archive', 'Archived queries will be listed here.'],
  ['query-new', '/queries/new', 'Execute'],
  ['dashboards', '/dashboards', 'Flight operations'],
  ['dashboard', '/dashboard/flight-operations', 'Slowest routes'],
  ['data-sources', '/data_sources', 'Sample data'],
  ['data-source-types', '/data_sources/new', 'PostgreSQL'],
  ['not-found', '/no/such/page', "It seems like the page you're looking for cannot be found."],
]

/** The screenshots are for visual review. */
test('every page is accessible in both themes and logs no console errors', async ({ adminPage: page }) => {
  test.slow()
  for (const [name, path, ready] of screens) {
    await page.goto(path)
    await expect(page.getByText(ready).first()).toBeVisible()
    for (const theme of themes) {
      await setTheme(page, theme)
      await page.screenshot({ path: `test-results/screens/${name}-${theme}.png`, animations: 'disabled' })
      await expectAccessible(page)
    }
  }
})

test('the query page shows each kind of chart in both themes', async ({ adminPage: page }) => {
  test.slow()
  const charts = [
    'Flights per day',
    'Delay by hour of day',
    'Technology stocks',
    'Weather by month',
    'Ratings and box office',
    'Where flights start',
  ]
  for (const [index, name] of charts.entries()) {
    await page.goto('/queries')
    await page.getByRole('link', { name }).click()
    await page.getByRole('tab').nth(1).click()
    for (const theme of themes) {
      await setTheme(page, theme)
      await expect(page.locator('canvas').first()).toBeVisible()
      await page.screenshot({ path: `test-results/screens/chart-${index + 1}-${theme}.png`, animations: 'disabled' })
      await expectAccessible(page)
    }
  }
  await page.getByRole('button', { name: 'Edit Source' }).click()
  await expect(page.locator('.cm-content')).toBeVisible()
  await page.getByRole('tab', { name: 'Table' }).click()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  for (const theme of themes) {
    await setTheme(page, theme)
    await page.screenshot({ path: `test-results/screens/query-source-${theme}.png`, animations: 'disabled' })
    await expectAccessible(page)
  }
})
