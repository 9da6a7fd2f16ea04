import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { button, makeBoard, open, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { clickInChart } from '../pointer.ts'
import { expect, test, type Workshop } from '../queries.ts'

const SALES = `SELECT * FROM (VALUES ('DE', 'tea', 4), ('DE', 'rye', 5), ('FR', 'tea', 3), ('FR', 'oat', 2), ('FR', 'rye', 1),
  (NULL, 'tea', 6)) t(land, article, sold) WHERE land IS DISTINCT FROM '{{ land }}' OR '{{ land }}' = 'all'`
const LAND = { name: 'land', title: 'Without', type: 'enum', enumOptions: 'all\nDE\nFR', value: 'all' }

/** Makes a bar chart with a bar for each country, whose result has several rows of each. */
async function makeBars(workshop: Workshop) {
  const saved = { name: 'Sales', query: SALES, options: { parameters: [LAND] } }
  const query = await workshop.makeQuery(saved)
  const chart = await workshop.makeVisualization(query, 'CHART', 'By land', {
    globalSeriesType: 'column',
    columnMapping: { land: 'x', sold: 'y', article: 'series' },
    series: { stacking: 'stack' },
  })
  return { query, chart }
}

const clickAt = (page: Page, part: [number, number], mouse: 'left' | 'right' = 'left') =>
  clickInChart(page.locator('[data-picks]'), part, mouse)

const rows = (page: Page) => page.getByRole('dialog').locator('[role=row][aria-rowindex]:not([aria-rowindex="1"])')

test('a click on a mark shows the rows behind it, which can set a parameter (OPEN-208)', async ({
  adminPage: page,
  workshop,
}) => {
  const { query, chart } = await makeBars(workshop)
  await page.goto(`/queries/${query.id}#${chart.id}`)
  await page.getByRole('button', { name: 'Execute' }).click()
  await clickAt(page, [0.2, 0.85])
  const card = page.getByRole('dialog', { name: 'Rows where land is DE and article is tea' })
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('tea')
  await expect(card.getByText('1 of 6 rows')).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('link', { name: 'Explore These Rows' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore: Sales')
  await expect(page.getByText('filtered: 1 of 6 rows')).toBeVisible()
  await page.goBack()
  await clickAt(page, [0.2, 0.85])
  await button(card, 'Set Parameter').click()
  await page.getByRole('menuitem', { name: 'Without: DE' }).click()
  await expect(card).toHaveCount(0)
  await expect(page).toHaveURL(/p_land=DE/)
  await expect(page.getByText('4 rows', { exact: true })).toBeVisible()
})

test('a right-click near a point of a line shows the rows behind it (CHART-72)', async ({ adminPage: page, workshop }) => {
  const days = `SELECT * FROM (VALUES (DATE '2024-01-01', 0), (DATE '2024-01-02', 10), (DATE '2024-01-03', 0)) t(day, sold)`
  const query = await workshop.makeRunQuery({ name: 'Sold', query: days })
  const options = { globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } }
  const chart = await workshop.makeVisualization(query, 'CHART', 'By day', options)
  await page.goto(`/queries/${query.id}#${chart.id}`)
  // The lines of the peak are steep, so that nothing is drawn below it.
  await clickAt(page, [0.5, 0.5], 'right')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const plot = await page.locator('[data-picks]').boundingBox()
  await clickAt(page, [0.485, 35 / (plot?.height ?? 1)], 'right')
  await expect(page.getByRole('dialog', { name: 'Rows where day is 2024-01-02' })).toBeVisible()
})

test('a click on the line itself shows the rows of the nearest point, as does one on its area (CHART-72)', async ({
  adminPage: page,
  workshop,
}) => {
  const days = `SELECT DATE '2024-01-01' + i::INTEGER AS day, 5 AS sold FROM range(3) t(i)`
  const query = await workshop.makeRunQuery({ name: 'Flat', query: days })
  const columnMapping = { day: 'x', sold: 'y' }
  const yAxis = [{ type: 'linear', rangeMin: 0, rangeMax: 10 }]
  const charts = ['line', 'area'].map((globalSeriesType) => ({ globalSeriesType, columnMapping, yAxis }))
  for (const options of charts) {
    const chart = await workshop.makeVisualization(query, 'CHART', options.globalSeriesType, options)
    await page.goto(`/queries/${query.id}?of=${options.globalSeriesType}#${chart.id}`)
    await clickAt(page, [0.485, 0.5])
    await expect(page.getByRole('dialog', { name: 'Rows where day is 2024-01-02' })).toBeVisible()
  }
})

test('the rows behind a mark are reached by the keyboard, also for a missing value (OPEN-208, OPEN-786)', async ({
  adminPage: page,
  workshop,
}) => {
  const { query, chart } = await makeBars(workshop)
  await page.goto(`/queries/${query.id}#${chart.id}`)
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('[data-picks]')).toHaveAttribute('data-drawn', '')
  await button(page, 'Tools of the chart By land').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'View as Table' })).toBeFocused()
  await page.keyboard.press('Enter')
  const table = page.getByRole('dialog', { name: 'By land' })
  await table.getByRole('button', { name: '(empty)' }).focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: /^Rows where land is \(empty\)/ })
  await expect(card.getByText('1 of 6 rows')).toBeVisible()
  await expect(rows(page)).toContainText('6')
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
})

test('a right-click on a mark of a widget shows the rows behind it, where a click filters the other widgets, and so does the Menu key (OPEN-207, OPEN-208, OPEN-484, OPEN-663)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const { chart } = await makeBars(workshop)
  const board = await makeBoard(adminCall)
  const options = { position: { col: 0, row: 0, sizeX: 3, sizeY: 8 } }
  await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: chart.id, options } })
  await open(page, board)
  await clickAt(page, [0.2, 0.8], 'right')
  const card = page.getByRole('dialog', { name: /^Rows where land is DE and article is/ })
  await expect(card.getByText('1 of 6 rows')).toBeVisible()
  await expectAccessible(page)
  await button(card, 'Filter This Dashboard').click()
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Chosen marks' })).toHaveText('Land: DE · no other widgets')
  await clickAt(page, [0.2, 0.8], 'right')
  await button(card, 'Remove Filter').click()
  await expect(page.getByRole('list', { name: 'Chosen marks' })).toHaveCount(0)

  await page.getByRole('slider', { name: 'Points of the chart By land' }).press('ContextMenu')
  await expect(card).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)

  await widget(page, 'Sales – By land').hover()
  await button(widget(page, 'Sales – By land'), 'Widget menu').click()
  await page.getByRole('menuitem', { name: 'View as Table' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rows' }).first().click()
  await expect(page.getByRole('dialog', { name: /^Rows where land is/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await button(widget(page, 'Sales – By land'), 'Widget menu').click()
  await page.getByRole('menuitem', { name: 'Explore' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore: Sales')
  await expect(page.getByText('6 rows', { exact: true })).toBeVisible()
})

test('the card of a mark whose result has been removed says so and executes the query (OPEN-664)', async ({
  adminPage: page,
  workshop,
}) => {
  const { query, chart } = await makeBars(workshop)
  await page.goto(`/queries/${query.id}#${chart.id}`)
  await page.getByRole('button', { name: 'Execute' }).click()
  const windows = /\/api\/query_results\/\d+\/(rows|window)/
  await page.route(windows, (route) => route.fulfill({ status: 404, json: { code: 'result_unavailable', message: 'Gone.' } }))
  await clickAt(page, [0.2, 0.85])
  const card = page.getByRole('dialog', { name: 'Rows where land is DE and article is tea' })
  await expect(card.getByRole('alert')).toContainText('The rows of this result are no longer stored.')
  await expect(button(card, 'Set Parameter')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Explore These Rows' })).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute(windows)
  await button(card, 'Execute').click()
  await expect(card).toHaveCount(0)
  await expect(page.getByText('6 rows', { exact: true })).toBeVisible()
  await clickAt(page, [0.2, 0.85])
  await expect(rows(page)).toHaveCount(1)
})
