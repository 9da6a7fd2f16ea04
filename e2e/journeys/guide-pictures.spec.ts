import type { Page } from '@playwright/test'
import type { Query } from '@sightline/contract/queries.ts'
import { button, dialog } from '../boards.ts'
import { expect } from '../page.ts'
import { picture } from '../pictures.ts'
import { choose, test } from '../queries.ts'

// Only `npm run pictures` runs this file: it takes pictures of the sample data, and other journeys test what they show.
test.use({ settings: { SIGHTLINE_ORG_NAME: 'Pictures' }, viewport: { width: 1000, height: 620 }, colorScheme: 'light' })

/** A query of the sample. */
async function sampleQuery(page: Page, name: string): Promise<Query> {
  const { results } = await (await page.request.get('/api/queries', { params: { q: name } })).json()
  const { id } = results.find((query: { name: string }) => query.name === name)
  return (await page.request.get(`/api/queries/${id}`)).json()
}

const isDrawn = (page: Page) => expect(page.locator('canvas').first()).toBeVisible()

test('the guides about queries, charts and figures show the sample queries (HELP-09)', async ({ adminPage: page }) => {
  const routes = await sampleQuery(page, 'Slowest routes')
  await page.goto(`/queries/${routes.id}/source`)
  await expect(page.getByRole('gridcell', { name: 'BOS → JFK' })).toBeVisible()
  await picture(page, 'query')
  await page.goto(`/queries/${routes.id}`)
  await expect(page.getByRole('gridcell', { name: 'BOS → JFK' })).toBeVisible()
  await button(page, 'Share').click()
  await picture(page, 'queries')

  // Wide enough for the settings beside the result.
  await page.setViewportSize({ width: 1200, height: 720 })
  const week = await sampleQuery(page, 'Delay by airport and week')
  await page.goto(`/queries/${week.id}#${week.visualizations[1]?.id}/edit`)
  await isDrawn(page)
  // The options are loaded after the preview.
  await expect(page.getByRole('tab', { name: 'General' })).toBeVisible()
  await picture(page, 'charts-and-maps')

  const figures = await sampleQuery(page, 'Half a year in numbers')
  await page.goto(`/queries/${figures.id}#${figures.visualizations[1]?.id}/edit`)
  await expect(page.getByText('3,000,000').first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'General' })).toBeVisible()
  await picture(page, 'tables-and-figures')
})

test('the guides about dashboards, sharing, alerts and data sources show the pages to work on (HELP-09)', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard/flight-operations?edit=true')
  await isDrawn(page)
  await expect(page.getByRole('img', { name: /Average delay by week/ })).toBeVisible()
  await picture(page, 'dashboards')
  // The dashboard behind the dialog does not matter here.
  await page.setViewportSize({ width: 900, height: 460 })
  await page.goto('/dashboard/flight-operations')
  await isDrawn(page)
  await button(page, 'Share').click()
  await dialog(page, 'Share Dashboard').getByRole('switch').click({ force: true })
  await expect(dialog(page, 'Share Dashboard').getByRole('textbox')).toHaveValue(/public/)
  await picture(page, 'sharing')
  await page.setViewportSize({ width: 1000, height: 620 })

  const routes = await sampleQuery(page, 'Slowest routes')
  await page.goto(`/alerts/new?query=${routes.id}`)
  await choose(page, 'Value column', 'avg_delay')
  await page.getByRole('textbox', { name: 'Reference' }).fill('30')
  await picture(page, 'alerts')

  await page.goto('/data_sources/new')
  await expect(page.getByText('PostgreSQL').first()).toBeVisible()
  await picture(page, 'data-sources')
})
