import { expect, expectAccessible, setTheme, signIn, test } from '../page.ts'

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

/** Opens every screen in both themes and checks accessibility and console errors. The screenshots are for visual review. */
for (const theme of ['light', 'dark'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test(`every page is accessible and logs no console errors (${theme})`, async ({ quietPage: page, product }) => {
      test.slow()
      await signIn(page, product)
      await setTheme(page, theme)
      for (const [name, path, ready] of screens) {
        await page.goto(product.url + path)
        await expect(page.getByText(ready).first()).toBeVisible()
        await page.screenshot({ path: `test-results/screens/${name}-${theme}.png`, animations: 'disabled' })
        await expectAccessible(page)
      }
    })

    test(`the query page shows each kind of chart (${theme})`, async ({ quietPage: page, product }) => {
      test.slow()
      await signIn(page, product)
      await setTheme(page, theme)
      const charts = [
        'Flights per day',
        'Delay by hour of day',
        'Technology stocks',
        'Weather by month',
        'Ratings and box office',
        'Where flights start',
      ]
      for (const [index, name] of charts.entries()) {
        await page.goto(`${product.url}/queries`)
        await page.getByRole('link', { name }).click()
        await page.getByRole('tab').nth(1).click()
        await expect(page.locator('canvas').first()).toBeVisible()
        await page.screenshot({ path: `test-results/screens/chart-${index + 1}-${theme}.png`, animations: 'disabled' })
        await expectAccessible(page)
      }
      await page.getByRole('button', { name: 'Edit Source' }).click()
      await expect(page.locator('.cm-content')).toBeVisible()
      await page.getByRole('tab', { name: 'Table' }).click()
      await expect(page.getByRole('gridcell').first()).toBeVisible()
      await page.screenshot({ path: `test-results/screens/query-source-${theme}.png`, animations: 'disabled' })
      await expectAccessible(page)
    })
  })
}
