import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { addTable, type Board, button, dialog, makeBoard, open, stored, widget } from '../boards.ts'
import { type AdminCall, expectAccessible } from '../page.ts'
import { expect, test, type Workshop } from '../queries.ts'
import { watchRequests } from '../traffic.ts'

const PORTS = `SELECT * FROM (VALUES ('DE', 'ferry', 1), ('FR', 'cargo', 2), ('DE', 'cargo', 3), ('IT', 'tanker vessel', 4),
  ('DE', 'liner', 5)) t("land::filter", "kind::multi-filter", "n")`
const cells = (page: Page, name: string) => widget(page, name).getByRole('gridcell', { name: /^\d$/ })
const bar = (page: Page) => page.getByRole('region', { name: 'Filters', exact: true })

/** Creates a dashboard with two results that share a filter, and an empty result with the same filter. */
async function makeFilteredBoard(call: AdminCall, workshop: Workshop): Promise<Board> {
  const board = await makeBoard(call)
  const ports = await workshop.makeRunQuery({ name: 'Ports', query: PORTS })
  const lands = await workshop.makeRunQuery({
    name: 'Lands',
    query: `SELECT 'DE' AS "land::filter", 7 AS n UNION ALL SELECT 'FR', 8`,
  })
  const empty = await workshop.makeRunQuery({ name: 'Empty', query: `SELECT 'x' AS "land::filter" WHERE false` })
  await addTable(call, board, ports, { col: 0, row: 0, sizeX: 3, sizeY: 7 })
  await addTable(call, board, lands, { col: 3, row: 0, sizeX: 3, sizeY: 7 })
  await addTable(call, board, empty, { col: 0, row: 7, sizeX: 3, sizeY: 4 })
  return board
}

test('each widget has a dropdown per filter, which is empty if its column is (FILTER-05, FILTER-07, FILTER-11)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  await open(page, await makeFilteredBoard(adminCall, workshop))
  // A single filter starts with its first value, a multi-filter with all values.
  await expect(cells(page, 'Ports – Table')).toHaveText(['1', '3', '5'])
  await expect(bar(page)).toHaveCount(3)
  await expect(widget(page, 'Ports – Table').getByRole('combobox')).toHaveCount(2)
  await expect(widget(page, 'Ports – Table').getByRole('combobox', { name: 'Land' })).toHaveText('DE')
  await expect(widget(page, 'Empty – Table').getByRole('combobox')).toHaveText('No values')
})

test('a multi-filter selects all or none, shows three values, and leaves only matching rows (FILTER-06, FILTER-08, FILTER-09)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  await open(page, await makeFilteredBoard(adminCall, workshop))
  const kind = widget(page, 'Ports – Table').getByRole('combobox', { name: 'Kind' })
  await expect(kind).toHaveText('ferrycargotanker ves…+1 more')
  await expect(kind.getByTitle('tanker vessel')).not.toHaveCSS('max-width', 'none')
  await kind.click()
  await button(page.locator('body'), 'Clear').click()
  await expect(kind).toHaveText('None')
  await expect(cells(page, 'Ports – Table')).toHaveCount(0)
  await button(page.locator('body'), 'Select All').click()
  await page.getByRole('option', { name: 'cargo' }).click()
  await expect(cells(page, 'Ports – Table')).toHaveText(['1', '5'])
  await page.keyboard.press('Escape')
  await expect(cells(page, 'Lands – Table')).toHaveText(['7'])
  await expectAccessible(page)
})

test('filters of widgets become filters of the dashboard when its editor says so (FILTER-10, DASH-50)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeFilteredBoard(adminCall, workshop)
  await open(page, board, '?edit=true')
  await page.getByLabel('Use Dashboard Level Filters').click()
  await expect.poll(async () => (await stored(adminCall, board)).dashboard_filters_enabled).toBe(true)
  await expect(bar(page)).toHaveCount(1)
  await expect(bar(page).getByRole('combobox')).toHaveCount(2)
  await button(page, 'Done Editing').click()
  await bar(page).getByRole('combobox', { name: 'Land' }).click()
  await page.getByRole('option', { name: 'FR' }).click()
  await expect(cells(page, 'Ports – Table')).toHaveText(['2'])
  await expect(cells(page, 'Lands – Table')).toHaveText(['8'])
  await expectAccessible(page)
})

test('a clicked mark filters the other widgets if its widget is set to do so, and stands out meanwhile (FILTER-14)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeBoard(adminCall)
  const query = await workshop.makeRunQuery({ name: 'Sums', query: `SELECT 'DE' AS land, 9 AS n UNION ALL SELECT 'FR', 9` })
  const long = `SELECT CASE WHEN i % 2 = 0 THEN 'DE' ELSE 'FR' END AS land, i AS n FROM range(500) t(i)`
  const other = await workshop.makeRunQuery({ name: 'Long', query: long })
  const chart = await workshop.makeVisualization(query, 'CHART', 'By land', {
    globalSeriesType: 'column',
    columnMapping: { land: 'x', n: 'y' },
  })
  const options = { position: { col: 0, row: 0, sizeX: 3, sizeY: 8 } }
  const body = { dashboard_id: board.id, visualization_id: chart.id, options }
  const { id } = await adminCall(api.widgets.create, { body })
  await addTable(adminCall, board, other, { col: 3, row: 0, sizeX: 3, sizeY: 8 })
  await open(page, board)
  const drawn = widget(page, 'Sums – By land')
  const bars = drawn.locator('[data-picks]')
  const first = widget(page, 'Long – Table').locator('[role=row][aria-rowindex="2"]')
  await expect(first).toContainText('DE')
  await drawn.hover()
  await button(drawn, 'Widget menu').click()
  await page.getByRole('menuitem', { name: 'Filter by clicks on marks' }).click()
  await expect
    .poll(async () => (await stored(adminCall, board)).widgets.find((one) => one.id === id)?.options)
    .toEqual({
      ...options,
      filtersByClicks: true,
    })
  await expect(bars).toHaveAttribute('data-drawn', '')
  const asked = watchRequests(page, 'POST', /\/(results|stored)$/)
  const box = await bars.boundingBox()
  if (!box) throw new Error('There is no chart.')
  const atFrance = { position: { x: box.width * 0.76, y: box.height * 0.6 } }
  await bars.click(atFrance)
  const marks = page.getByRole('list', { name: 'Chosen marks' })
  await expect(marks).toHaveText('Land FR')
  const picture = drawn.getByRole('img', { name: /^By land/ })
  await expect(picture).toHaveAccessibleName(/Selected: FR\.$/)
  await expect(first).toContainText('FR')
  expect(asked).toEqual([])
  await expectAccessible(page)
  await button(page, 'Show all of Land').click()
  await expect(marks).toHaveCount(0)
  await expect(picture).not.toHaveAccessibleName(/Selected/)
  await expect(first).toContainText('DE')
  await expect(dialog(page, 'Parameters')).toHaveCount(0)
})
