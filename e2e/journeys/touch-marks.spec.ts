import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { button, makeBoard, open, widget } from '../boards.ts'
import { middleLine } from '../day-chart.ts'
import { expect, test } from '../queries.ts'
import { holdFinger } from '../touch.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const SALES = `SELECT * FROM (VALUES ('Mo', 'tea', 4), ('Mo', 'rye', 4), ('Tu', 'tea', 4), ('Tu', 'rye', 4)) t(day, article, sold)`
/** Charts with a mark a quarter right of the middle. */
const CHARTS = {
  Pie: { globalSeriesType: 'pie', columnMapping: { article: 'x', sold: 'y' } },
  Heat: { globalSeriesType: 'heatmap', columnMapping: { day: 'x', article: 'y', sold: 'zVal' } },
}

/** Rests a finger on a mark of the chart, and expects its rows, which stay when the finger is lifted. */
async function expectRowsByFinger(page: Page, name: string) {
  const plot = page.getByRole('img', { name: new RegExp(`^${name}\\. `) })
  await expect(plot).toHaveAttribute('data-drawn')
  const card = page.getByRole('dialog', { name: /^Rows where/ })
  const { x, y } = (await middleLine(plot))(0.75)
  await holdFinger(page, { x, y: y + 10 }, () => expect(card).toBeVisible())
  await expect(card.getByText(/of 4 rows/)).toBeVisible()
  await button(card, 'Close').tap()
  await expect(card).toHaveCount(0)
}

test('a finger that rests on a mark of a public dashboard or of an embed shows its rows (OPEN-486)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Sales', query: SALES })
  const chart = await workshop.makeVisualization(query, 'CHART', 'Pie', CHARTS.Pie)
  const board = await makeBoard(adminCall)
  const position = { col: 0, row: 0, sizeX: 3, sizeY: 8 }
  await adminCall(api.widgets.create, {
    body: { dashboard_id: board.id, visualization_id: chart.id, options: { position } },
  })
  const { public_url: url } = await adminCall(api.dashboards.share, {
    params: { slug: board.slug },
    body: { rows_behind_marks: true },
  })
  for (const place of [url, `/embed/query/${query.id}/visualization/${chart.id}?api_key=${query.api_key}`]) {
    await page.goto(place)
    await expectRowsByFinger(page, 'Pie')
  }
})

test('a finger that rests on a mark of a dashboard shows its rows, which stay when it is lifted (OPEN-662, OPEN-665)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Sales', query: SALES })
  for (const [name, options] of Object.entries(CHARTS)) {
    const chart = await workshop.makeVisualization(query, 'CHART', name, options)
    const board = await makeBoard(adminCall)
    const position = { col: 0, row: 0, sizeX: 3, sizeY: 8 }
    await adminCall(api.widgets.create, {
      body: { dashboard_id: board.id, visualization_id: chart.id, options: { position } },
    })
    await open(page, board)
    await expect(widget(page, `Sales – ${name}`)).toBeVisible()
    await expectRowsByFinger(page, name)
  }
})
