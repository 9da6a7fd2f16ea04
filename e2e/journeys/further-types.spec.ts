import type { Page } from '@playwright/test'
import { expectAccessible } from '../page.ts'
import { choose, dialog, expect, test, type Workshop } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { openTab, previewOf, saveButton, visualizationEditor } from '../visualization-editor.ts'

/** Opens the editor for a new visualization of a query, of a type. */
async function begin(page: Page, workshop: Workshop, query: string, type: string): Promise<void> {
  const { id } = await workshop.makeRunQuery({ query })
  await page.goto(`/queries/${id}/source`)
  await page.getByRole('button', { name: 'New Visualization' }).click()
  await expect(visualizationEditor(page)).toBeVisible()
  await choose(page, 'Visualization Type', type)
}

const field = (page: Page, name: string) => visualizationEditor(page).getByRole('textbox', { name })
const image = (page: Page, name: RegExp) => previewOf(page).getByRole('img', { name })

/** Saves the visualization, whose tab then shows it. */
async function save(page: Page): Promise<void> {
  await expectAccessible(page)
  await saveButton(page).click()
  await expectToast(page, 'Visualization saved')
  await expect(visualizationEditor(page)).toBeHidden()
}

test('a histogram counts a million rows in ranges, and its table has their shares (OPEN-213)', async ({
  adminPage: page,
  workshop,
}) => {
  const numbers = 'SELECT CASE WHEN i < 2 THEN NULL ELSE i % 1000 END AS delay FROM range(1000000) t(i)'
  await begin(page, workshop, numbers, 'Histogram')
  await expect(image(page, /Histogram chart of delay: 999,998 rows with a number, in 20 ranges/)).toBeVisible()
  await expect(previewOf(page)).toContainText('2 rows without a number')
  await field(page, 'Number of Ranges').fill('10')
  await expect(image(page, /in 10 ranges\. Most of them: 100 to 199 with 100,000, 10%/)).toBeVisible()
  await field(page, 'Below').fill('500')
  await expect(previewOf(page)).toContainText('500,000 rows from 500 on')
  await save(page)
  await expect(page.getByRole('img', { name: /^Distribution of Delay\. Histogram chart/ })).toBeVisible()
  await page.getByRole('button', { name: 'Tools of the chart Distribution of Delay' }).press('Enter')
  await page.getByRole('menuitem', { name: 'View as Table' }).press('Enter')
  const table = dialog(page, 'Distribution of Delay')
  await expect(table.getByRole('row').last()).toContainText('450 to 49950,0005%499,99850%')
  await expectAccessible(page)
})

test('a waterfall chart adds its steps up to a total with a name (OPEN-214)', async ({ adminPage: page, workshop }) => {
  const steps = "SELECT * FROM (VALUES ('Sales', 1500.5), ('Rent', -500)) t(step, amount)"
  await begin(page, workshop, steps, 'Waterfall')
  await expect(image(page, /Waterfall chart of amount by step: Sales \+1,500\.50, Rent -500, Total 1,000\.50\./)).toBeVisible()
  await field(page, 'Name of the Total').fill('Profit')
  await expect(image(page, /Profit 1,000\.50\./)).toBeVisible()
  await openTab(page, 'Appearance')
  await visualizationEditor(page)
    .getByRole('button', { name: /^Color of Decrease/ })
    .click()
  await page.getByRole('button', { name: 'Orange', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(visualizationEditor(page).getByRole('button', { name: 'Color of Decrease: Orange' })).toBeVisible()
  await save(page)
})

test('a treemap shows the parts of a tile, and leads back, by keyboard (OPEN-215)', async ({ adminPage: page, workshop }) => {
  const cities =
    "SELECT * FROM (VALUES ('Germany', 'Berlin', 1500), ('Germany', 'Bonn', 500),\n" +
    "('France', 'Paris', 1000), ('Italy', 'Rome', -5)) t(country, city, sales)"
  await begin(page, workshop, cities, 'Treemap')
  const tiles = previewOf(page).getByRole('list', { name: /Treemap of sales by country, 2 tiles/ })
  await expect(tiles.getByRole('listitem')).toHaveCount(2)
  await expect(previewOf(page)).toContainText('Not drawn: 1 group with a size below zero')
  await tiles.getByRole('button', { name: 'Germany 2,000, 66.7%. Show its parts' }).press('Enter')
  const parts = previewOf(page).getByRole('list', { name: /Treemap of sales by city in Germany, 2 tiles/ })
  await expect(parts.getByRole('button', { name: 'Berlin 1,500, 75%. Show its rows' })).toBeVisible()
  await expect(parts).toBeFocused()
  await expectAccessible(page)
  await previewOf(page).getByRole('navigation', { name: 'Levels' }).getByRole('button', { name: 'All' }).press('Enter')
  await expect(tiles).toBeVisible()
  await save(page)
})

test('a gauge says in which of its ranges the value is (OPEN-216)', async ({ adminPage: page, workshop }) => {
  await begin(page, workshop, 'SELECT 72.5 AS load, 65 AS goal', 'Gauge')
  await expect(previewOf(page).getByRole('figure', { name: /72\.5 on a scale from 0 to 100\. Target 65\./ })).toBeVisible()
  await openTab(page, 'Scale')
  const add = visualizationEditor(page).getByRole('button', { name: 'Add Range' })
  await add.click()
  await field(page, 'Up to').fill('60')
  await expect(previewOf(page)).not.toContainText('Good')
  await add.click()
  await expect(previewOf(page)).toContainText('Warning: 60 to 100')
  await expect(previewOf(page).getByRole('figure', { name: /Warning: 60 to 100\./ })).toBeVisible()
  await save(page)
})

test('a calendar adds up days, leaves days without rows empty, and is shown as a table (OPEN-217)', async ({
  adminPage: page,
  workshop,
}) => {
  const days = "SELECT DATE '2024-02-28' + CAST(i AS INTEGER) AS day,\ni * 1000 AS orders FROM range(4) t(i) WHERE i <> 2"
  await begin(page, workshop, days, 'Calendar')
  const chart = image(
    page,
    /Calendar chart of orders by day from 2024-02-28 to 2024-03-02, on 3 days with a value\. The most: 3,000 on 2024-03-02\./,
  )
  await expect(chart).toBeVisible()
  await choose(page, 'Weeks Start on', 'Sunday')
  await save(page)
  await page.getByRole('button', { name: 'Tools of the chart Calendar' }).press('Enter')
  await page.getByRole('menuitem', { name: 'View as Table' }).press('Enter')
  await expect(dialog(page, 'Calendar').getByRole('row')).toHaveText([
    'Dayorders',
    '2024-02-280',
    '2024-02-291,000',
    '2024-03-023,000',
  ])
})

test('a candlestick chart finds the columns of the prices, and explains which it needs (OPEN-218)', async ({
  adminPage: page,
  workshop,
}) => {
  const prices =
    "SELECT * FROM (VALUES (DATE '2024-05-02', 1200, 1300, 1100, 1150),\n" +
    "(DATE '2024-05-01', 1000, 1250, 950, 1200)) t(day, open, high, low, close)"
  await begin(page, workshop, prices, 'Candlestick')
  const words =
    /Candlestick chart of 2 candles from 2024-05-01 to 2024-05-02\. Opened at 1,000, closed at 1,150, lowest 950, highest 1,300\./
  await expect(image(page, words)).toBeVisible()
  await save(page)
  await begin(page, workshop, 'SELECT 1 AS n', 'Candlestick')
  await expect(previewOf(page).getByText(/^Choose a time column and the columns of the opening/)).toBeVisible()
  await expectAccessible(page)
})
