import type { Page } from '@playwright/test'
import { button, dialog, makeBoard, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { expect, schemaTree, test, type Workshop } from '../queries.ts'
import { expectToast } from '../toasts.ts'

const SALES = `SELECT ['north', 'south'][i % 2 + 1] AS region, i AS amount FROM range(40) t(i)`
const QUERY = '?by=each%3Aregion&show=sum%3Aamount'

async function exploreSales(page: Page, workshop: Workshop, name: string, view = ''): Promise<void> {
  const query = await workshop.makeRunQuery({ name, query: `${SALES} -- ${name}` })
  await page.goto(`/queries/${query.id}/explore${QUERY}${view}`)
  await expect(page.getByText('2 groups of 40 rows')).toBeVisible()
}

async function keep(page: Page, entry: string): Promise<void> {
  await button(page, 'Keep the result').press('Enter')
  await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter')
}

test('what was explored is saved as a query with a name that says it (OPEN-221)', async ({ adminPage: page, workshop }) => {
  await exploreSales(page, workshop, 'Saved sales')
  await keep(page, 'Save as Query')
  await expectToast(page, 'Query saved')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved sales by Region')
  await expect(page.getByRole('gridcell', { name: 'north' })).toBeVisible()
})

test('a chart that was explored is saved with its query, whose page shows it (OPEN-221)', async ({
  adminPage: page,
  workshop,
}) => {
  await exploreSales(page, workshop, 'Drawn sales', '&view=chart')
  await keep(page, 'Save as Query')
  await expectToast(page, 'Query saved')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drawn sales by Region')
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/Sum Amount by Region/)
  await expect(page.getByRole('img', { name: /Bar chart/ })).toBeVisible()
})

test('what was explored becomes a chart on a dashboard (OPEN-221)', async ({ adminPage: page, adminCall, workshop }) => {
  const board = await makeBoard(adminCall, 'Explored board')
  await exploreSales(page, workshop, 'Charted sales', '&view=chart')
  await keep(page, 'Add to Dashboard')
  const form = dialog(page, 'Add to Dashboard')
  await form.getByRole('option', { name: 'Explored board' }).click()
  await expectAccessible(page)
  await button(form, 'Add to Dashboard').click()
  await expectToast(page, 'Widget added to dashboard.')
  await page.goto(`/dashboard/${board.slug}`)
  await expect(widget(page, /Charted sales by Region/).getByRole('img', { name: /Bar chart/ })).toBeVisible()
})

test('what was explored becomes the query of a new alert (OPEN-221)', async ({ adminPage: page, workshop }) => {
  await exploreSales(page, workshop, 'Watched sales')
  await keep(page, 'Create Alert')
  await expect(page).toHaveURL(/\/alerts\/new\?query=\d+/)
  await expect(page.getByRole('combobox', { name: 'Query' })).toHaveValue(/^Watched sales by Region/)
})

test('a table of a data source is explored from its preview, by a query of its first rows (OPEN-222)', async ({
  adminPage: page,
}) => {
  await page.goto('/queries/new')
  const cars = schemaTree(page).getByRole('treeitem', { name: /^cars/ })
  await cars.hover()
  await cars.getByRole('button', { name: 'Preview cars' }).click()
  const preview = dialog(page, 'cars')
  await expect(preview.getByText('Up to 100,000 rows are loaded by a new query.')).toBeVisible()
  await expectAccessible(page)
  await button(preview, 'Explore').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore: cars (first 100,000 rows)')
  await expect(page.getByRole('status').filter({ hasText: /^406 rows$/ })).toBeVisible()
})

test('the rows behind a mark lead to a link and to an alert (OPEN-208)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({ name: 'Marked sales', query: `${SALES} -- marked` })
  const counter = await workshop.makeVisualization(query, 'COUNTER', 'First', { counterColName: 'amount', rowNumber: 2 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/queries/${query.id}#${counter.id}`)
  await button(page, 'Rows behind First').press('Enter')
  const card = dialog(page, 'Rows where amount is 1')
  await card.getByRole('button', { name: 'Copy Link' }).click()
  await expect(card.getByText('Copied!')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await card.getByRole('link', { name: 'Create Alert' }).click()
  await expect(page).toHaveURL(new RegExp(`/alerts/new\\?query=${query.id}$`))
  await page.goto(link)
  await expect(page.getByText('filtered: 1 of 40 rows')).toBeVisible()
})
