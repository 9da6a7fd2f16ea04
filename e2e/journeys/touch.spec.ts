import type { Page } from '@playwright/test'
import { middleLine, openDayChart } from '../day-chart.ts'
import { expectAccessible } from '../page.ts'
import { cellAt, executeButton, expect, test, toast } from '../queries.ts'
import { moveFingers } from '../touch.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const step = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a chart is zoomed by the menu and moved by buttons, without dragging or pinching (OPEN-555)', async ({
  adminPage: page,
  workshop,
}) => {
  const chart = await openDayChart(page, workshop)
  const picture = () => chart.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
  const whole = await picture()
  await page.getByRole('button', { name: 'Tools of the chart Days' }).tap()
  await page.getByRole('menuitem', { name: 'Zoom In' }).tap()
  await expect(step(page, 'Reset zoom')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(picture).not.toBe(whole)
  const middle = await picture()
  await step(page, 'Show Later Part').tap()
  await expect.poll(picture).not.toBe(middle)
  await step(page, 'Show Earlier Part').tap()
  await expect.poll(picture).toBe(middle)
  await step(page, 'Zoom Out').tap()
  await expect(step(page, 'Reset zoom')).toBeHidden()
})

test('two fingers zoom a chart, and one moves the part that it shows (OPEN-556)', async ({ adminPage: page, workshop }) => {
  const chart = await openDayChart(page, workshop)
  const at = await middleLine(chart)
  await moveFingers(page, [
    { from: at(0.45), to: at(0.2) },
    { from: at(0.55), to: at(0.8) },
  ])
  await expect(step(page, 'Reset zoom')).toBeVisible()
  const picture = () => chart.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
  const middle = await picture()
  await moveFingers(page, [{ from: at(0.7), to: at(0.3) }])
  await expect.poll(picture).not.toBe(middle)
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
  // The chart follows a finger with a delay.
  let last = ''
  const isStill = async () => {
    const [before, now] = [last, await picture()]
    last = now
    return now === before
  }
  await expect.poll(isStill, { intervals: [200] }).toBe(true)
  // Chromium takes a tap soon after simulated fingers for the end of their movement at times.
  await step(page, 'Reset zoom').click()
  await expect(step(page, 'Reset zoom')).toBeHidden()
})

/** Runs in the page: whether nothing covers the middle of an element, which pointers may pass through. */
function isSeen(element: HTMLElement): boolean {
  element.style.pointerEvents = 'auto'
  const { x, y, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2) === element
}

test('a tap on a mark shows its rows, and not what they bring below the finger, and a hidden entry stays readable (OPEN-590, OPEN-597)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({
    query: "SELECT i AS n, 1 AS height, 'kind ' || i % 2 AS kind FROM range(6) t(i)",
  })
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Bars', {
    globalSeriesType: 'column',
    columnMapping: { n: 'x', height: 'y', kind: 'series' },
    series: { stacking: 'stack' },
  })
  await page.goto(`/queries/${query.id}#${id}`)
  const chart = page.getByRole('img', { name: /^Bars\. / })
  await expect(chart).toHaveAttribute('data-drawn')
  const at = await middleLine(chart)
  const tapAt = ({ x, y }: { x: number; y: number }) => page.touchscreen.tap(x, y)
  const card = page.getByRole('dialog', { name: /^Rows where n is/ })
  const explore = card.getByRole('link', { name: 'Explore These Rows' })
  await tapAt(at(0.5))
  await expect(explore).toBeVisible()
  const cell = await card.getByRole('gridcell').first().boundingBox()
  if (cell === null) throw new Error('The rows are out of sight.')
  await expectAccessible(page)
  expect(await page.locator('[class*=tipTitle]').evaluate(isSeen), 'the tooltip of the tap is above the card').toBe(false)
  await card.getByRole('button', { name: 'Close' }).tap()
  await expect(card).toHaveCount(0)

  // The rows of the card come up where the finger is.
  await tapAt({ x: at(0.5).x, y: cell.y + cell.height / 2 })
  await expect(explore).toBeVisible()
  await expect(card.locator('[role=gridcell][aria-selected=true]')).toHaveCount(0)
  await card.getByRole('button', { name: 'Close' }).tap()
  await page.getByRole('button', { name: 'kind 1' }).tap()
  await expect(page.getByRole('button', { name: 'kind 1' })).toHaveAttribute('aria-pressed', 'false')
  await expectAccessible(page)
})

test('a tap selects a cell, a second one opens it, and a sorted column keeps its name (OPEN-591)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: "SELECT i AS n, repeat('long ', 20) || i AS text FROM range(9) t(i)" })
  await page.goto(`/queries/${query.id}`)
  await cellAt(page, 1, 1).tap()
  await expect(cellAt(page, 1, 1)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await cellAt(page, 2, 1).tap()
  await expect(cellAt(page, 1, 1)).toHaveAttribute('aria-selected', 'false')
  await cellAt(page, 2, 1).tap()
  await expect(page.getByRole('dialog', { name: 'text' })).toContainText('long 2')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const head = page.getByRole('columnheader', { name: 'n', exact: true })
  await head.getByText('n', { exact: true }).tap()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  const name = head.getByText('n', { exact: true })
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
})

test('a message covers neither Execute nor the button of a sheet (OPEN-594)', async ({
  failingPage: page,
  product,
  workshop,
}) => {
  const query = await workshop.makeQuery({
    query: "SELECT '{{ code }}' AS code",
    options: { parameters: [{ name: 'code', title: 'Code', type: 'text-pattern', regex: '[a-z]+', value: 'a' }] },
  })
  await page.goto(`${product.url}/queries/${query.id}?p_code=1`)
  await executeButton(page).tap()
  await expect(toast(page, /failed to run/)).toBeVisible()
  // A tap fails if something covers the button.
  await executeButton(page).tap({ trial: true })
  await page.getByRole('button', { name: /^Code/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'Code' })
  await sheet.getByRole('textbox', { name: 'Code' }).fill('b')
  await expect(toast(page, /failed to run/)).toBeVisible()
  await sheet.getByRole('button', { name: /^Apply Changes/ }).tap()
  await expect(cellAt(page, 0, 0)).toHaveText('b')
})

test('a tap on a marker opens its popup alone, and the note on missing tiles leaves the groups free (OPEN-596)', async ({
  failingPage: page,
  product,
  workshop,
}) => {
  await page.route(/^https:/, (route) => route.abort())
  const query = await workshop.makeRunQuery({
    query: "SELECT * FROM (VALUES ('Berlin', 52.5, 13.4, 'Capital'), ('Hamburg', 53.6, 10.0, 'Port')) t(city, lat, lon, kind)",
  })
  const options = { classify: 'kind', clusterMarkers: false, tooltip: { enabled: true, template: '' } }
  const { id } = await workshop.makeVisualization(query, 'MAP', 'Cities', options)
  await page.goto(`${product.url}/queries/${query.id}#${id}`)
  await expect(page.getByText(/^Map tiles couldn't be loaded/)).toBeVisible()
  await page.getByRole('button', { name: 'Port' }).tap({ trial: true })
  await page.getByRole('button', { name: 'Berlin' }).tap()
  await expect(page.locator('.leaflet-popup-content')).toContainText('Berlin')
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(0)
  await expectAccessible(page)
})

test('a period has a sheet on a phone that lies, and one month on a tablet (OPEN-595)', async ({
  adminPage: page,
  workshop,
}) => {
  const value = { start: '2024-01-01', end: '2024-03-31' }
  const query = await workshop.makeQuery({
    query: "SELECT '{{ period.start }}' AS a, '{{ period.end }}' AS b",
    options: { parameters: [{ name: 'period', title: 'Period', type: 'date-range', value }] },
  })
  const months = page.getByRole('button', { name: /^(January|February|March|April) 2024$/ })
  for (const [width, height] of [
    [844, 390],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/queries/${query.id}`)
    await page.getByRole('button', { name: /^Period/ }).tap()
    await expect(months).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
    if (height < width) {
      const sheet = page.getByRole('dialog', { name: 'Period' })
      await sheet.getByRole('button', { name: '10 March 2024' }).tap()
      await sheet.getByRole('button', { name: '20 March 2024' }).tap()
      await sheet.getByRole('button', { name: /^Apply Changes/ }).tap()
      await expect(cellAt(page, 0, 0)).toHaveText('2024-03-10')
    }
  }
})
