import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { addTable, type Board, button, dialog, makeBoard, open, stored, widget } from '../boards.ts'
import { type AdminCall, expectAccessible } from '../page.ts'
import { clickInChart } from '../pointer.ts'
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

test('filters of widgets become filters of the dashboard when its editor says so, and a widget without the column says that it is not filtered (FILTER-10, FILTER-18, DASH-50)', async ({
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
  const unfiltered = widget(page, 'Lands – Table').getByRole('img', { name: 'Not filtered by Kind' })
  await expect(unfiltered).toHaveCount(0)
  await bar(page).getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'ferry' }).click()
  await page.keyboard.press('Escape')
  await expect(unfiltered).toBeVisible()
  await expect(widget(page, 'Ports – Table').getByRole('img', { name: /^Not filtered/ })).toHaveCount(0)
  await expectAccessible(page)
})

const SUMS = `SELECT 'DE' AS land, 9 AS n UNION ALL SELECT 'FR', 9`
const left = { col: 0, row: 0, sizeX: 3, sizeY: 8 }
const right = { col: 3, row: 0, sizeX: 3, sizeY: 8 }

/** Adds a chart with a bar for each of two countries. @returns the id of the widget */
async function addBars(call: AdminCall, board: Board, workshop: Workshop): Promise<number> {
  const query = await workshop.makeRunQuery({ name: 'Sums', query: SUMS })
  const mapping = { globalSeriesType: 'column', columnMapping: { land: 'x', n: 'y' } }
  const chart = await workshop.makeVisualization(query, 'CHART', 'By land', mapping)
  const body = { dashboard_id: board.id, visualization_id: chart.id, options: { position: left } }
  return (await call(api.widgets.create, { body })).id
}

const clickFrance = (page: Page) => clickInChart(widget(page, 'Sums – By land').locator('[data-picks]'), [0.76, 0.6])

const chosenMarks = (page: Page) => page.getByRole('list', { name: 'Chosen marks' })
const picture = (page: Page) => widget(page, 'Sums – By land').getByRole('img', { name: /^By land/ })
const notFiltered = (page: Page, name: string) => widget(page, name).getByRole('img', { name: 'Not filtered by Land' })

test('a clicked category stands out and filters the other widgets, and those it cannot filter say so (FILTER-12, FILTER-14, FILTER-15, FILTER-16)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeBoard(adminCall)
  await addBars(adminCall, board, workshop)
  const long = `SELECT CASE WHEN i % 2 = 0 THEN 'DE' ELSE 'FR' END AS land, i AS n FROM range(500) t(i)`
  await addTable(adminCall, board, await workshop.makeRunQuery({ name: 'Long', query: long }), right)
  const total = await workshop.makeRunQuery({ name: 'Total', query: 'SELECT 500 AS counter' })
  await addTable(adminCall, board, total, { col: 0, row: 8, sizeX: 3, sizeY: 4 })
  await open(page, board)
  const first = widget(page, 'Long – Table').locator('[role=row][aria-rowindex="2"]')
  await expect(first).toContainText('DE')
  await expect(notFiltered(page, 'Total – Table')).toHaveCount(0)
  const asked = watchRequests(page, 'POST', /\/(results|stored)$/)
  await clickFrance(page)
  await expect(chosenMarks(page)).toHaveText('Land: FR · 1 of 2 other widgets')
  await expect(picture(page)).toHaveAccessibleName(/Selected: FR\.$/)
  await expect(notFiltered(page, 'Total – Table')).toBeVisible()
  await expect(notFiltered(page, 'Long – Table')).toHaveCount(0)
  await expect(notFiltered(page, 'Sums – By land')).toHaveCount(0)
  await expect(first).toContainText('FR')
  expect(asked).toEqual([])
  await expectAccessible(page)
  await button(page, 'Show all of Land').click()
  await expect(chosenMarks(page)).toHaveCount(0)
  await expect(picture(page)).not.toHaveAccessibleName(/Selected/)
  await expect(notFiltered(page, 'Total – Table')).toHaveCount(0)
  await expect(first).toContainText('DE')
})

test('a click sets a parameter of the dashboard if its editor says so (FILTER-13, FILTER-14)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeBoard(adminCall)
  const id = await addBars(adminCall, board, workshop)
  const parameter = { name: 'land', title: 'Country', type: 'enum', enumOptions: 'DE\nFR', value: 'DE' }
  const query = `SELECT '{{ land }}' AS place`
  const byLand = await workshop.makeQuery({ name: 'Place', query, options: { parameters: [parameter] } })
  const parameterMappings = { land: { name: 'land', type: 'dashboard-level', mapTo: 'land' } as const }
  const body = { dashboard_id: board.id, visualization_id: byLand.visualizations[0]?.id ?? 0 }
  await adminCall(api.widgets.create, { body: { ...body, options: { position: right, parameterMappings } } })
  await open(page, board)
  const place = (land: string) => widget(page, 'Place – Table').getByRole('gridcell', { name: land, exact: true })
  await expect(place('DE')).toBeVisible()

  await widget(page, 'Sums – By land').hover()
  await button(widget(page, 'Sums – By land'), 'Widget menu').click()
  await page.getByRole('menuitem', { name: 'On Click…' }).click()
  const onClick = dialog(page, 'On Click')
  await expect(onClick.getByRole('radio', { name: 'Filters the other widgets' })).toBeChecked()
  await onClick.getByRole('radio', { name: 'Sets a dashboard parameter' }).check()
  await expect(onClick.getByRole('combobox', { name: 'Parameter' })).toHaveValue('Country')
  await expectAccessible(page)
  await button(onClick, 'Save').click()
  await expect(onClick).toHaveCount(0)
  expect((await stored(adminCall, board)).widgets.find((one) => one.id === id)?.options).toEqual({
    position: left,
    clickAction: { type: 'parameter', name: 'land', from: 'x' },
  })

  await expect(picture(page)).toHaveAccessibleName(/Selected: DE\.$/)
  await clickFrance(page)
  await expect(place('FR')).toBeVisible()
  await expect(page).toHaveURL(/p_land=FR/)
  await expect(picture(page)).toHaveAccessibleName(/Selected: FR\.$/)
  await expect(chosenMarks(page)).toHaveCount(0)
})

test('a click on a public dashboard filters the rows that visitors can see (FILTER-12, FILTER-15)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeBoard(adminCall)
  await addBars(adminCall, board, workshop)
  const lands = await workshop.makeRunQuery({ name: 'Lands', query: `SELECT 'DE' AS land, 7 AS n UNION ALL SELECT 'FR', 8` })
  await addTable(adminCall, board, lands, right)
  const total = await workshop.makeRunQuery({ name: 'Total', query: 'SELECT 5 AS counter' })
  await addTable(adminCall, board, total, { col: 0, row: 8, sizeX: 3, sizeY: 4 })
  const { public_url } = await adminCall(api.dashboards.share, { params: { slug: board.slug } })
  await page.goto(new URL(public_url).pathname)
  await expect(cells(page, 'Lands – Table')).toHaveText(['7', '8'])
  await clickFrance(page)
  await expect(cells(page, 'Lands – Table')).toHaveText(['8'])
  await expect(chosenMarks(page)).toHaveText('Land: FR · 1 of 2 other widgets')
  await expect(notFiltered(page, 'Total – Table')).toBeVisible()
  await expectAccessible(page)
})

test('a click or Space on a text of a table filters the other widgets if its editor chose so, and marks its rows (FILTER-17, FILTER-13)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeBoard(adminCall)
  const table = await workshop.makeRunQuery({
    name: 'Lands',
    query: "SELECT * FROM (VALUES ('DE', 7), ('FR', 8)) t(land, m)",
  })
  const other = await workshop.makeRunQuery({
    name: 'Ports',
    query: "SELECT * FROM (VALUES ('DE', 1), ('FR', 2)) t(land, n)",
  })
  await addTable(adminCall, board, table, { col: 0, row: 0, sizeX: 3, sizeY: 7 })
  await addTable(adminCall, board, other, { col: 3, row: 0, sizeX: 3, sizeY: 7 })
  await open(page, board)
  const lands = widget(page, 'Lands – Table')
  const france = lands.getByRole('gridcell', { name: 'FR' })
  await france.click()
  await expect(cells(page, 'Ports – Table')).toHaveText(['1', '2'])

  await lands.hover()
  await button(lands, 'Widget menu').click()
  await page.getByRole('menuitem', { name: 'On Click…' }).click()
  await dialog(page, 'On Click').getByRole('radio', { name: 'Filters the other widgets' }).check()
  await button(dialog(page, 'On Click'), 'Save').click()
  await expect(dialog(page, 'On Click')).toHaveCount(0)
  await france.click()
  await expect(cells(page, 'Ports – Table')).toHaveText(['2'])
  await expect(lands.locator('[data-picked]')).toHaveText(/FR/)
  await expect(cells(page, 'Lands – Table')).toHaveText(['7', '8'])
  await expectAccessible(page)
  await page.keyboard.press(' ')
  await expect(cells(page, 'Ports – Table')).toHaveText(['1', '2'])
})
