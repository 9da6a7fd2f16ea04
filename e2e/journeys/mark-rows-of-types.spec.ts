import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { button, dialog, makeBoard, open, pick, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { expect, test, type Workshop } from '../queries.ts'

const SALES = `SELECT * FROM (VALUES ('CH', 'Chur', DATE '2025-01-01', 1.5), ('CH', 'Bern', DATE '2025-01-01', 2.25),
  ('CH', 'Bern', DATE '2025-01-02', 4), ('FR', 'Lyon', DATE '2025-01-02', 8), ('FR', NULL, DATE '2025-02-03', 16.5),
  ('FR', 'Chur', DATE '2025-02-03', 2)) t(land, town, "day", "value")`

/** Opens a new visualization of the query. */
async function show(page: Page, workshop: Workshop, query: Query, type: string, options: Record<string, unknown>) {
  const made = await workshop.makeVisualization(query, type, `A ${type.toLowerCase()}`, options)
  // With another hash alone, the page would keep the visualizations that it has loaded.
  await page.goto('about:blank')
  await page.goto(`/queries/${query.id}#${made.id}`)
}

/** Expects the rows behind a mark, and closes them. */
async function expectRows(page: Page, title: string, count: string) {
  const card = dialog(page, title)
  await expect(card.getByText(count)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
}

test('marks of every type show the rows behind them, by pointer, keyboard and finger (OPEN-244)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Sales by town', query: SALES })

  await show(page, workshop, query, 'HISTOGRAM', { column: 'value', bins: 4 })
  await pick(page, 'Tools of the chart A histogram', 'View as Table')
  await dialog(page, 'A histogram').getByRole('button', { name: '0 to below 5' }).press('Enter')
  const card = dialog(page, 'Rows where value is at least 0 and is less than 5')
  await expect(card.getByText('4 of 6 rows')).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('link', { name: 'Explore These Rows' }).click()
  await expect(page.getByText('filtered: 4 of 6 rows')).toBeVisible()

  await show(page, workshop, query, 'TREEMAP', { levels: ['land', 'town'], sizeColumn: 'value' })
  const tile = page.getByRole('button', { name: /^FR / })
  await tile.click({ button: 'right' })
  await expectRows(page, 'Rows where land is FR', '3 of 6 rows')
  await tile.dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true })
  await expectRows(page, 'Rows where land is FR', '3 of 6 rows')
  await tile.press('Enter')
  await page.getByRole('button', { name: /^Lyon / }).click()
  await expectRows(page, 'Rows where land is FR and town is Lyon', '1 of 6 rows')

  await show(page, workshop, query, 'PIVOT', { rows: ['land'], cols: ['town'], aggregatorName: 'Count' })
  await page.getByRole('button', { name: '2', exact: true }).first().click()
  await expectRows(page, 'Rows where land is CH and town is Bern', '2 of 6 rows')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expectRows(page, 'Rows where land is CH and town is Bern', '2 of 6 rows')

  await show(page, workshop, query, 'CALENDAR', { dateColumn: 'day', valueColumn: 'value' })
  await pick(page, 'Tools of the chart A calendar', 'View as Table')
  await dialog(page, 'A calendar').getByRole('button').filter({ hasText: '01' }).first().press('Enter')
  await expect(page.getByRole('dialog').getByText('2 of 6 rows')).toBeVisible()

  await show(page, workshop, query, 'GAUGE', { valueColumn: 'value' })
  await button(page, 'Rows behind A gauge').press('Enter')
  await expectRows(page, 'Rows where value is 1.5', '1 of 6 rows')

  const paths = await workshop.makeRunQuery({
    name: 'Paths',
    query: `SELECT land AS stage1, town AS stage2, "value" FROM (${SALES})`,
  })
  await show(page, workshop, paths, 'SANKEY', {})
  await page.getByRole('button', { name: 'Exit: 16.5', exact: true }).press('Enter')
  await expectRows(page, 'Rows where stage1 is not empty and stage2 is empty', '1 of 6 rows')
})

test('a slice and a tile of others show the rows of all values that they stand for (OPEN-479)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Sales by town', query: SALES })
  const pie = { globalSeriesType: 'pie', maxSlices: 2, columnMapping: { town: 'x', value: 'y' } }
  await show(page, workshop, query, 'CHART', pie)
  const slices = page.getByRole('slider', { name: 'Points of the chart A chart' })
  await slices.press('End')
  await expect(slices).toHaveAttribute('aria-valuetext', /^value, 2 others/)
  await slices.press('Enter')
  await expectRows(page, 'Rows where town is Bern or Chur', '4 of 6 rows')

  const numbers = await workshop.makeRunQuery({ query: "SELECT 'n' || i AS name, 20 - i AS size FROM range(1, 9) t(i)" })
  await show(page, workshop, numbers, 'TREEMAP', { levels: ['name'], sizeColumn: 'size', maxTiles: 5 })
  await page.getByRole('button', { name: /^Other \(3\)/ }).click()
  await expectRows(page, 'Rows where name is n6 or n7 or n8', '3 of 8 rows')
})

test('the actions of a card stay in place while its rows are counted (OPEN-485)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({ name: 'Sales by land', query: SALES })
  await show(page, workshop, query, 'TREEMAP', { levels: ['land'], sizeColumn: 'value' })
  const tile = page.getByRole('button', { name: /^FR / })
  // The rows of the page itself are not held back.
  await expect(tile).toBeVisible()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/query_results\/\d+\/(rows|window)/, async (route) => {
    await released
    await route.continue()
  })
  await tile.click()
  const card = dialog(page, 'Rows where land is FR')
  const actions = card.locator('[data-actions]').locator('a, button')
  await expect(actions).toHaveText(['Explore These Rows', 'Open as Query', 'Create Alert', 'Copy Link'])
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  const places = () => actions.evaluateAll((all) => all.map((action) => JSON.stringify(action.getBoundingClientRect())))
  const before = await places()
  release()
  await expect(card.getByText('3 of 6 rows')).toBeVisible()
  expect(await places()).toEqual(before)
})

test('the rows behind a mark offer the same in one order, and nothing that is not possible (OPEN-245)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Sales with actions', query: SALES })
  const tiles = await workshop.makeVisualization(query, 'TREEMAP', 'Tiles', { levels: ['land'], sizeColumn: 'value' })
  const bars = await workshop.makeVisualization(query, 'HISTOGRAM', 'Ranges', { column: 'value', bins: 4 })
  const board = await makeBoard(adminCall)
  for (const [row, { id }] of [tiles, bars].entries()) {
    const options = { position: { col: 0, row: row * 8, sizeX: 3, sizeY: 8 } }
    await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: id, options } })
  }
  await open(page, board)
  await page.getByRole('button', { name: /^FR / }).click()
  const card = dialog(page, 'Rows where land is FR')
  const actions = card.locator('[data-actions]').locator('a, button')
  const always = ['Explore These Rows', 'Open as Query', 'Create Alert', 'Copy Link']
  await expect(actions).toHaveText(['Filter This Dashboard', ...always])
  await button(card, 'Open as Query').click()
  await expect(page).toHaveURL(/\/queries\/new/)
  await expect(page.getByRole('textbox', { name: 'Query text' })).toContainText(`WHERE "land" IN ('FR')`)

  await open(page, board)
  await widget(page, /Ranges/).hover()
  await button(widget(page, /Ranges/), 'Widget menu').click()
  await page.getByRole('menuitem', { name: 'View as Table' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '0 to below 5' }).click()
  // A range is no value that another widget or a parameter could have.
  const range = dialog(page, 'Rows where value is at least 0 and is less than 5')
  await expect(range.locator('[data-actions]').locator('a, button')).toHaveText(always)
})

test('visitors see the rows behind marks only if the share dialog says so, and the key of an embed shows them (OPEN-246)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Shared sales', query: SALES })
  const tiles = await workshop.makeVisualization(query, 'TREEMAP', 'Tiles', { levels: ['land'], sizeColumn: 'value' })
  const board = await makeBoard(adminCall)
  const options = { position: { col: 0, row: 0, sizeX: 3, sizeY: 8 } }
  await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: tiles.id, options } })
  const { public_url: url } = await adminCall(api.dashboards.share, { params: { slug: board.slug } })

  await page.goto(url)
  await expect(page.getByRole('img', { name: /^FR / })).toBeVisible()
  await expect(page.getByRole('button', { name: /^FR / })).toHaveCount(0)

  await open(page, board)
  await button(page, 'Share').click()
  const choice = dialog(page, 'Share Dashboard').getByRole('switch', { name: 'Visitors may see the rows behind marks' })
  await expect(choice).not.toBeChecked()
  await choice.click()
  await expect(choice).toBeChecked()
  await expectAccessible(page)

  await page.goto(url)
  await page.getByRole('button', { name: /^FR / }).click()
  const card = dialog(page, 'Rows where land is FR')
  await expect(card.getByText('3 of 6 rows')).toBeVisible()
  await expect(card.locator('[data-actions]').locator('a, button')).toHaveText(['Filter This Dashboard'])

  await page.goto(`/embed/query/${query.id}/visualization/${tiles.id}?api_key=${query.api_key}`)
  await page.getByRole('button', { name: /^FR / }).click()
  await expect(card.getByText('3 of 6 rows')).toBeVisible()
  await expect(card.locator('[data-actions]').locator('a, button')).toHaveCount(0)
})
