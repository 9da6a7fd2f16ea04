import { api } from '@sightline/contract/api.ts'
import { button, heading, makeBoard, open, stored, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { expect, schemaTree, test } from '../queries.ts'

test('a dashboard is made of the columns of a table, without the pieces that were left out (DASH-85)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  await page.goto('/queries/new')
  const row = schemaTree(page).getByRole('treeitem').filter({ hasText: 'stocks' }).first()
  await row.hover()
  await row.getByRole('button', { name: 'Preview stocks' }).click()
  await page.getByRole('link', { name: 'Make a Starter Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Starter Dashboard' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Number of rows' })).toBeChecked()
  await expectAccessible(page)
  await page.getByLabel('Dashboard Name').fill('All stocks')
  await page.getByRole('checkbox', { name: /^The latest rows/ }).uncheck()
  await button(page, 'Create Dashboard').click()
  await expect(heading(page)).toHaveText('All stocks')
  await expect(widget(page, /number of rows/)).toContainText('560')
  await expect(page.getByLabel('Period')).toBeVisible()
  await expect(widget(page, /rows by month/)).toBeVisible()
  await expect(widget(page, /top 10 Symbol/)).toBeVisible()
  await expect(widget(page, /latest rows/)).toHaveCount(0)

  const board = await makeBoard(call)
  await open(page, board)
  await page.getByRole('link', { name: 'Start from a Table' }).click()
  await page.getByRole('combobox', { name: 'Data Source' }).click()
  const source = (await call(api.dataSources.list)).find(({ id }) => id === workshop.sourceId)
  await page.getByRole('option', { name: source?.name ?? '', exact: true }).click()
  await page.getByRole('combobox', { name: 'Table' }).fill('cars')
  await page.getByRole('option', { name: 'cars', exact: true }).click()
  await page.route('**/api/query_results', async (route) => {
    const text = String(route.request().postDataJSON().query)
    if (!text.includes('number_of_rows')) return route.continue()
    await route.continue({ postData: { ...route.request().postDataJSON(), query: 'SELECT gone' } })
  })
  await button(page, 'Add to Dashboard').click()
  await expect(page.getByRole('alert')).toHaveText('Nothing was created, because a query failed. Leave it out, or try again.')
  expect((await stored(call, board)).widgets).toEqual([])
  await page.unroute('**/api/query_results')
  await button(page, 'Add to Dashboard').click()
  await expect(heading(page)).toBeVisible()
  await expect(widget(page, /number of rows/)).toBeVisible()
})
