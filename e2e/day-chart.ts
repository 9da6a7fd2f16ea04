import type { Locator, Page } from '@playwright/test'
import { expect, type Workshop } from './queries.ts'

/** Saves a query with a line chart named Days, of a hundred days, opens it and waits until it is drawn. */
export async function openDayChart(page: Page, workshop: Workshop): Promise<Locator> {
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

/** Points of a chart, by their share of its width, on the line through its middle. */
export async function middleLine(chart: Locator): Promise<(share: number) => { x: number; y: number }> {
  // This waits until the page no longer moves the chart.
  await chart.hover({ trial: true })
  const box = await chart.boundingBox()
  if (box === null) throw new Error('The chart is out of sight.')
  return (share) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 })
}
