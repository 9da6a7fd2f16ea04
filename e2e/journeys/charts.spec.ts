import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { type Board, makeBoard, open, widget } from '../boards.ts'
import { type AdminCall, expectAccessible } from '../page.ts'
import { pointUntilVisible } from '../pointer.ts'
import { expect, test, type Workshop } from '../queries.ts'

interface OnBoard {
  call: AdminCall
  workshop: Workshop
  board: Board
}

/** Adds a visualization of a new query to a dashboard. */
async function addVisualization(
  { call, workshop, board }: OnBoard,
  visualization: { name: string; query: string; type: string; options: Record<string, unknown>; col: number; clicks?: boolean },
): Promise<void> {
  const query = await workshop.makeRunQuery({ name: visualization.name, query: visualization.query })
  const { id } = await workshop.makeVisualization(query, visualization.type, 'Drawn', visualization.options)
  const position = { col: visualization.col, row: 0, sizeX: 3, sizeY: 8, autoHeight: false }
  const options = { position, ...(visualization.clicks ? { filtersByClicks: true } : {}) }
  await call(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: id, options } })
}

const crosshair = (page: Page, name: string) => widget(page, name).locator('[data-crosshair]')
const chart = (page: Page, name: string) => widget(page, name).getByRole('img', { name: /chart of/ })

test('pointing at one time chart marks the same time in the other charts of the page, and marks are picked with the keyboard (WIDGET-43)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  const on = { call, workshop, board: await makeBoard(call) }
  const days = (from: string, count: number) =>
    `SELECT DATE '${from}' + CAST(i AS INTEGER) AS day, i AS n FROM range(${count}) t(i)`
  const options = { globalSeriesType: 'line', columnMapping: { day: 'x', n: 'y' } }
  await addVisualization(on, { name: 'Year', query: days('2024-01-01', 361), type: 'CHART', options, col: 0, clicks: true })
  await addVisualization(on, { name: 'Half', query: days('2024-01-01', 181), type: 'CHART', options, col: 3 })
  await open(page, on.board)
  await expect(chart(page, 'Year – Drawn')).toHaveAttribute('data-drawn')
  await expect(chart(page, 'Half – Drawn')).toHaveAttribute('data-drawn')
  await expect(crosshair(page, 'Half – Drawn')).toBeHidden()

  // 30% of the year is 60% of its first half.
  const year = await chart(page, 'Year – Drawn').boundingBox()
  const half = await chart(page, 'Half – Drawn').boundingBox()
  if (year === null || half === null) throw new Error('The charts are out of sight.')
  const line = crosshair(page, 'Half – Drawn')
  await pointUntilVisible(page, { x: year.x + year.width * 0.3, y: year.y + year.height / 2 }, line)
  await expect(crosshair(page, 'Year – Drawn')).toBeHidden()
  await expect(async () => {
    const at = await line.boundingBox()
    expect(at?.height).toBeGreaterThan(half.height / 2)
    expect(((at?.x ?? 0) - half.x) / half.width).toBeGreaterThan(0.45)
    expect(((at?.x ?? 0) - half.x) / half.width).toBeLessThan(0.75)
  }).toPass()
  // The other chart has no data for the second half.
  await page.mouse.move(year.x + year.width * 0.8, year.y + year.height / 2)
  await expect(line).toBeHidden()
  await pointUntilVisible(page, { x: half.x + half.width / 2, y: half.y + half.height / 2 }, crosshair(page, 'Year – Drawn'))
  await page.mouse.move(0, 0)
  await expect(crosshair(page, 'Year – Drawn')).toBeHidden()

  // A widget has one menu, with the tools of its chart.
  await expect(page.getByRole('button', { name: 'Tools of the chart Drawn' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Widget menu' }).first().press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText([
    ...['View Query', 'Edit Visualization', 'Explore', 'Download', 'Image', 'View as Table', 'Zoom In', 'Comments'],
    ...['On Click…', 'Duplicate'],
  ])
  await page.getByRole('menuitem', { name: 'View as Table' }).press('Enter')
  const table = page.getByRole('dialog', { name: 'Drawn' })
  await expect(table.getByRole('row')).toHaveCount(362)
  await expectAccessible(page)
  await table.getByRole('button', { name: '2024-01-03' }).press('Enter')
  await expect(table).toBeHidden()
  await expect(chart(page, 'Half – Drawn')).toHaveAccessibleName(/from 2024-01-03 to 2024-01-03/)
})

test('the marks of sunbursts and Sankey diagrams can be reached and are announced by keyboard', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  const on = { call, workshop, board: await makeBoard(call) }
  const query = `SELECT * FROM (VALUES ('Home', 'Search', 60), ('Home', 'Leave', 20), ('Offer', 'Search', 20)) t(stage1, stage2, value)`
  await addVisualization(on, { name: 'Rings', query, type: 'SUNBURST_SEQUENCE', options: {}, col: 0 })
  await addVisualization(on, { name: 'Ways', query, type: 'SANKEY', options: {}, col: 3 })
  await open(page, on.board)
  const focused = page.locator(':focus')
  const rings = widget(page, 'Rings – Drawn').getByRole('group', { name: /^Drawn\. Sunburst/ })
  await rings.getByRole('button').first().focus()
  await expect(focused).toHaveAccessibleName('Home: 80, 80%')
  await expect(rings).toContainText('80%')
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAccessibleName('Home, then Search: 60, 60%')
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAccessibleName('Home, then Leave: 20, 20%')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAccessibleName('Offer: 20, 20%')
  // All marks together are a single tab stop.
  await page.keyboard.press('Tab')
  await expect(rings.locator(':focus')).toHaveCount(0)

  const ways = widget(page, 'Ways – Drawn').getByRole('group', { name: /^Drawn\. Sankey/ })
  await ways.getByRole('button', { name: 'Home: 80' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAccessibleName('Home → Search: 60')
  await expect(widget(page, 'Ways – Drawn')).toContainText('Home → Search: 60')
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAccessibleName('Search: 80')
  await expectAccessible(page)
})

test('a value has one color in all charts of a dashboard (CHART-52)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  const on = { call, workshop, board: await makeBoard(call) }
  const flights = (...cities: string[]) =>
    cities.map((city, at) => `SELECT 'Mon' AS day, '${city}' AS city, ${9 - at} AS n`).join(' UNION ALL ')
  await addVisualization(on, {
    name: 'Bars',
    query: flights('Atlanta', 'Chicago', 'Dallas'),
    type: 'CHART',
    options: { globalSeriesType: 'column', columnMapping: { day: 'x', city: 'series', n: 'y' } },
    col: 0,
  })
  await addVisualization(on, {
    name: 'Pie',
    query: flights('Dallas', 'Boston', 'Atlanta'),
    type: 'CHART',
    options: { globalSeriesType: 'pie', columnMapping: { city: 'x', n: 'y' } },
    col: 3,
  })
  await open(page, on.board)
  const colorOf = (name: string, city: string) =>
    widget(page, `${name} – Drawn`)
      .getByRole('button', { name: new RegExp(`^${city}`) })
      .locator('[style*=swatch]')
      .evaluate((swatch) => getComputedStyle(swatch).backgroundColor)
  // The chart further up has the first choice, whichever loads first.
  await expect(async () => {
    for (const city of ['Atlanta', 'Dallas']) expect(await colorOf('Pie', city)).toBe(await colorOf('Bars', city))
  }).toPass()
  expect(await colorOf('Pie', 'Boston')).not.toBe(await colorOf('Bars', 'Chicago'))
  await expectAccessible(page)
})

test('a counter in a widget does not repeat the title, unless its label says something else (COUNTER-18)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  const on = { call, workshop, board: await makeBoard(call) }
  const query = 'SELECT 7 AS counter'
  await addVisualization(on, { name: 'Plain', query, type: 'COUNTER', options: {}, col: 0 })
  await addVisualization(on, { name: 'Own', query, type: 'COUNTER', options: { counterLabel: 'Late flights' }, col: 3 })
  await open(page, on.board)
  await expect(widget(page, 'Plain – Drawn').getByText('7', { exact: true })).toBeVisible()
  await expect(widget(page, 'Plain – Drawn').getByText('Drawn', { exact: true })).toHaveCount(1)
  await expect(widget(page, 'Own – Drawn').getByText('Late flights')).toBeVisible()
})
