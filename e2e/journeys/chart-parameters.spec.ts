import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { makeBoard, open, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { choose, expect, test, type Workshop } from '../queries.ts'
import { openTab, previewChart, savedOptions, visualizationEditor } from '../visualization-editor.ts'

const PERIOD = { name: 'period', title: 'Period', type: 'date-range', value: { start: '2026-02-01', end: '2026-02-28' } }
const LINE = { globalSeriesType: 'line', columnMapping: { month: 'x', sales: 'y' } }

const salesOf = (workshop: Workshop): Promise<Query> =>
  workshop.makeQuery({
    query: `SELECT DATE '2026-01-01' + (i * INTERVAL 1 month) AS "month", 10 * i AS sales FROM range(3) t(i)
      WHERE {{ target }} > 0 AND '{{ period.start }}' < '{{ period.end }}'`,
    options: { parameters: [{ name: 'target', title: 'Target', type: 'number', value: 15 }, PERIOD] },
  })
const chartOf = (page: Page) => page.getByRole('img', { name: / chart/ })

test('a chart has a line at the parameter of the run that it shows, and is compared by the length of a range (CHART-71, PARAM-74)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await salesOf(workshop)
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Sales', LINE)
  await page.goto(`/queries/${query.id}#${id}`)
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  await expect(previewChart(page)).toBeVisible()
  await choose(page, 'Compare with', 'Previous period')
  await expect(visualizationEditor(page).getByText('Choose a parameter.')).toBeVisible()
  await choose(page, 'Parameter', 'Period')
  await expect(previewChart(page)).toHaveAccessibleName(/Earlier values: sales \(previous month\)/)
  await openTab(page, 'Y Axis')
  const editor = visualizationEditor(page)
  await editor.getByRole('button', { name: 'Add Reference Line' }).click()
  await choose(page, 'Kind', 'Parameter')
  await choose(page, 'Parameter', 'Target')
  await expect(previewChart(page)).toHaveAccessibleName(/Reference lines: Target 15\./)
  await expectAccessible(page)
  expect(await savedOptions(page)).toMatchObject({
    compareUnit: 'range',
    compareParameter: 'period',
    referenceLines: [{ kind: 'parameter', parameter: 'target' }],
  })

  const chart = chartOf(page)
  await page.getByRole('textbox', { name: 'Target' }).fill('25')
  await expect(page.getByRole('button', { name: /Apply Changes/ })).toBeVisible()
  await expect(chart).toHaveAccessibleName(/Target 15\./)
  await page.getByRole('button', { name: /Apply Changes/ }).click()
  await expect(chart).toHaveAccessibleName(/Target 25\./)
})

test('a chart has lines at the parameters of a dashboard, of its public page and of an embed (CHART-71)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  const query = await salesOf(workshop)
  const referenceLines = ['target', 'period'].map((parameter) => ({ kind: 'parameter', parameter }))
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Sales', { ...LINE, referenceLines })
  const board = await makeBoard(call)
  const parameterMappings = { target: { name: 'target', type: 'dashboard-level', mapTo: 'goal', title: 'Goal' } as const }
  const position = { col: 0, row: 0, sizeX: 3, sizeY: 8 }
  await call(api.widgets.create, {
    body: { dashboard_id: board.id, visualization_id: id, text: '', options: { position, parameterMappings } },
  })
  const { public_url } = await call(api.dashboards.share, { params: { slug: String(board.id) } })

  await open(page, board, '?p_goal=18')
  await expect(chartOf(page)).toHaveAccessibleName(
    /Reference lines: Goal 18\..* Annotations: Period 2026-02-01 to 2026-02-28\./,
  )
  await page.getByRole('textbox', { name: 'Goal' }).fill('12')
  await expect(chartOf(page)).toHaveAccessibleName(/Goal 18\./)
  await page.getByRole('button', { name: /Apply Changes/ }).click()
  await expect(chartOf(page)).toHaveAccessibleName(/Goal 12\./)

  await page.goto(`${public_url}?p_goal=14`)
  await expect(chartOf(page)).toHaveAccessibleName(/Reference lines: Goal 14\..* Annotations: Period/)
  await expect(widget(page, /Sales/)).toBeVisible()
  await page.goto(`/embed/query/${query.id}/visualization/${id}?api_key=${query.api_key}&p_target=11`)
  await expect(chartOf(page)).toHaveAccessibleName(/Reference lines: Target 11\..* Annotations: Period/)
})
