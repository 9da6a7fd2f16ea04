import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../page.ts'
import { expect, test, type Workshop } from '../queries.ts'
import { moveFingers } from '../touch.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Opens a line chart of a hundred days, and waits until it is drawn. */
async function openChart(page: Page, workshop: Workshop): Promise<Locator> {
  const query = await workshop.makeRunQuery({
    query: "SELECT DATE '2025-01-01' + CAST(i AS INTEGER) AS day, i AS n FROM range(100) t(i)",
  })
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Days', {
    globalSeriesType: 'line',
    columnMapping: { day: 'x', n: 'y' },
  })
  await page.goto(`/queries/${query.id}#${id}`)
  const chart = page.getByRole('img', { name: /^Days\. Line chart/ })
  await expect(chart).toHaveAttribute('data-drawn')
  return chart
}

/** Points of the plot, by their share of its width, on the line through its middle. */
async function middleLine(chart: Locator): Promise<(share: number) => { x: number; y: number }> {
  const box = await chart.boundingBox()
  if (box === null) throw new Error('The chart is out of sight.')
  return (share) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 })
}

const step = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a chart is zoomed by the menu and moved by buttons, without dragging or pinching (OPEN-555)', async ({
  adminPage: page,
  workshop,
}) => {
  const chart = await openChart(page, workshop)
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
  const chart = await openChart(page, workshop)
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
