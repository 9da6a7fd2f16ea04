import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { makeBoard, open, widget } from '../boards.ts'
import { expectAccessible, setTheme } from '../page.ts'
import { choose, expect, test, type Workshop } from '../queries.ts'
import { openTab, previewOf, savedOptions, visualizationEditor } from '../visualization-editor.ts'

const rowsOf = (columns: string, ...rows: string[]) => `SELECT * FROM (VALUES ${rows.join(', ')}) t(${columns})`

/** Opens a visualization in the editor. */
async function edit(
  page: Page,
  workshop: Workshop,
  visualization: { query: string; type: string; name: string; options: Record<string, unknown> },
) {
  const query = await workshop.makeRunQuery({ query: visualization.query })
  const { id } = await workshop.makeVisualization(query, visualization.type, visualization.name, visualization.options)
  await page.goto(`/queries/${query.id}#${id}`)
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
}

test('a counter has a label and a target (COUNTER-01, COUNTER-04, COUNTER-05)', async ({ adminPage: page, workshop }) => {
  await edit(page, workshop, {
    query: rowsOf('n, goal', '(1234.5, 1000)'),
    type: 'COUNTER',
    name: 'Departures',
    options: { counterColName: 'n' },
  })
  const editor = visualizationEditor(page)
  await expect(editor.getByRole('tab')).toHaveText(['General', 'Format'])
  await expect(previewOf(page).getByRole('figure', { name: 'Departures: 1,235' })).toBeVisible()
  await editor.getByRole('textbox', { name: 'Counter Label' }).fill('Flights')
  await choose(page, 'Target Value Column Name', 'goal')
  await openTab(page, 'Format')
  await editor.getByRole('textbox', { name: 'String Prefix' }).fill('~')
  await expect(previewOf(page).getByRole('figure', { name: 'Flights: ~1,235, on target, target 1000' })).toBeVisible()
  await expectAccessible(page)
  expect(await savedOptions(page)).toMatchObject({ counterLabel: 'Flights', targetColName: 'goal', stringPrefix: '~' })
  await expect(page.getByText('vs. target 1000')).toBeVisible()
})

test('a number without room is abbreviated, and a target is seen in full in a low widget (OPEN-198)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Gross', query: 'SELECT 272586820052 AS gross, 85 AS goal' })
  const options = { counterColName: 'gross', stringPrefix: '$', targetColName: 'goal' }
  const { id } = await workshop.makeVisualization(query, 'COUNTER', 'Counter', options)
  const board = await makeBoard(adminCall)
  for (const [col, sizeX] of [
    [0, 1],
    [1, 3],
  ] as const) {
    const position = { col, row: 0, sizeX, sizeY: 3, autoHeight: false }
    await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: id, options: { position } } })
  }
  await page.setViewportSize({ width: 1024, height: 768 })
  await open(page, board)
  const figures = page.getByRole('figure', { name: /^Counter: \$272,586,820,052, on target/ })
  await expect(figures).toHaveCount(2)
  await expect(figures.first().getByTitle('272,586,820,052.000')).toHaveText('$272.6B')
  await expect(figures.last().getByTitle('272,586,820,052.000')).toHaveText('$272,586,820,052')
  const cut = await widget(page, 'Gross – Counter')
    .last()
    .getByText(/target 85/)
    .evaluate((target) => {
      const frame = target.closest('figure')?.getBoundingClientRect()
      return target.getBoundingClientRect().bottom - (frame?.bottom ?? 0)
    })
  expect(cut).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})

const DELAYS = rowsOf('day, delay, goal', '(1, 14.2, 13.5)', '(2, 16.8, 13.5)', '(3, NULL, 13.5)', '(4, 12.7, 13.5)')

test('a counter compares in the chosen way, and draws the line of a column (OPEN-210)', async ({
  adminPage: page,
  workshop,
}) => {
  await edit(page, workshop, {
    query: DELAYS,
    type: 'COUNTER',
    name: 'Delay',
    options: { counterColName: 'delay', rowNumber: -1, stringDecimal: 1, stringSuffix: '%' },
  })
  const editor = visualizationEditor(page)
  const preview = previewOf(page)
  await expect(editor.getByRole('switch', { name: 'Lower is better' })).toBeHidden()
  await choose(page, 'Target Value Column Name', 'goal')
  await expect(preview.getByText('5.9%')).toHaveAttribute('data-good', 'false')
  await choose(page, 'Compare as', 'Difference')
  await expect(preview.getByText('0.8 pt')).toBeVisible()
  await choose(page, 'Compare as', 'Share of target')
  await expect(preview.getByTitle('of target 13.50')).toHaveText('94.1%of 13.50')
  await editor.getByRole('switch', { name: 'Lower is better' }).click()
  await expect(preview.getByText('94.1%')).toHaveAttribute('data-good', 'true')
  await expect(preview.locator('circle')).toHaveCount(0)
  await choose(page, 'Sparkline Column', 'delay')
  const described = 'Delay: 12.7%, on target, target 13.50. Line: first 14.2%, last 12.7%, lowest 12.7%, highest 16.8%'
  const figure = (within: Page | typeof preview) => within.getByRole('figure', { name: described })
  await expect(figure(preview).locator('svg circle')).toBeVisible()
  await expectAccessible(page)
  expect(await savedOptions(page)).toMatchObject({ comparison: 'share', lowerIsBetter: true, sparklineColumn: 'delay' })
  await setTheme(page, 'dark')
  await expect(figure(page).locator('svg circle')).toBeVisible()
  await expectAccessible(page)
})

test('a counter shows the latest value over time with its change, and leads to its rows (OPEN-252)', async ({
  adminPage: page,
  workshop,
}) => {
  await edit(page, workshop, {
    query:
      "SELECT DATE '2025-01-01' + INTERVAL (i) MONTH AS month, 100 + 10 * i AS sales FROM range(14) t(i) ORDER BY month DESC",
    type: 'COUNTER',
    name: 'Sales',
    options: { counterColName: 'sales' },
  })
  const preview = previewOf(page)
  await choose(page, 'Time Column', 'month')
  await expect(
    preview.getByRole('figure', { name: /^Sales: 230 at 2026-02-01, up 4\.5% from 220 at 2026-01-01 \(better\)/ }),
  ).toBeVisible()
  await choose(page, 'Compare with', 'The same time one year earlier')
  await choose(page, 'Compare as', 'Difference')
  await visualizationEditor(page).getByRole('switch', { name: 'Lower is better' }).click()
  const described = /^Sales: 230 at 2026-02-01, up 120 from 110 at 2025-02-01 \(worse\)\. Line: first 100, last 230/
  await expect(preview.getByRole('figure', { name: described })).toBeVisible()
  await expect(preview.getByText('2025-01-01', { exact: true })).toBeVisible()
  await expectAccessible(page)
  expect(await savedOptions(page)).toMatchObject({ timeColumn: 'month', comparedWith: 'year', lowerIsBetter: true })
  await page.getByRole('figure', { name: described }).click()
  await expect(page.getByRole('dialog', { name: /^Rows where month is 2026-02-01/ })).toBeVisible()
})

test('the line of a counter is left out of a widget that is too low for it (OPEN-210)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Delays', query: DELAYS })
  const options = { counterColName: 'delay', targetColName: 'goal', sparklineColumn: 'delay' }
  const { id } = await workshop.makeVisualization(query, 'COUNTER', 'Counter', options)
  const board = await makeBoard(adminCall)
  for (const [col, sizeY] of [
    [0, 3],
    [2, 5],
  ] as const) {
    const position = { col, row: 0, sizeX: 2, sizeY, autoHeight: false }
    await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: id, options: { position } } })
  }
  await open(page, board)
  const figures = page.getByRole('figure', { name: /^Counter: 14, .* Line: first 14, last 13, lowest 13, highest 17$/ })
  await expect(figures).toHaveCount(2)
  await expect(figures.last().locator('circle')).toBeVisible()
  await expect(figures.first().locator('circle')).toBeHidden()
  const { width = 0, height = 0 } =
    (await figures
      .last()
      .locator('svg', { has: page.locator('circle') })
      .boundingBox()) ?? {}
  expect(width).toBeGreaterThan(3 * height)
  await expectAccessible(page)
})

test('a pivot table is arranged in the preview and saved as arranged (PIVOT-01, PIVOT-03, PIVOT-04, OPEN-59)', async ({
  adminPage: page,
  workshop,
}) => {
  await edit(page, workshop, {
    query: rowsOf('carrier, hub, flights', "('Delta', 'EWR', 10)", "('Delta', 'SFO', 20)", "('United', 'SFO', 30)"),
    type: 'PIVOT',
    name: 'Arranged',
    options: { rows: ['carrier'], vals: ['flights'], aggregatorName: 'Integer Sum' },
  })
  const table = previewOf(page).getByRole('table')
  const zone = (name: string) => previewOf(page).getByRole('group', { name })
  await expect(table.getByRole('row').last()).toHaveText('Totals60')

  // Drags a field to the columns, then moves fields by keyboard.
  await previewOf(page)
    .getByRole('button', { name: 'hub, Not used' })
    .hover({ position: { x: 8, y: 8 } })
  const to = await zone('Columns').boundingBox()
  if (to === null) throw new Error('The columns are out of sight.')
  await page.mouse.down()
  await page.mouse.move(to.x + 30, to.y + 12, { steps: 5 })
  await page.mouse.up()
  await expect(zone('Columns').getByRole('button', { name: 'hub, Columns' })).toBeVisible()
  await expect(table.getByRole('row').last()).toHaveText('Totals105060')
  await expectAccessible(page)
  await previewOf(page).getByRole('button', { name: 'carrier, Rows' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'United' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(table.getByRole('row').last()).toHaveText('Totals102030')

  const editor = visualizationEditor(page)
  await editor.getByRole('switch', { name: 'Show Row Totals' }).click()
  await expect(table.getByRole('row').last()).toHaveText('Totals1020')
  await editor.getByRole('switch', { name: 'Show Column Totals' }).click()
  await expect(table.getByRole('row').last()).toHaveText('Delta1020')
  expect(await savedOptions(page)).toMatchObject({
    rows: ['carrier'],
    cols: ['hub'],
    valueFilter: { carrier: { United: true } },
    rendererOptions: { table: { rowTotals: false, colTotals: false } },
  })

  // Viewers get no pivot controls until the option is on.
  await expect(page.getByRole('table', { name: /^Arranged/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Arrangement' })).toBeHidden()
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  await editor.getByRole('switch', { name: 'Show Pivot Controls' }).click()
  expect(await savedOptions(page)).toMatchObject({ controls: { enabled: true } })
  await expect(page.getByRole('region', { name: 'Arrangement' })).toBeVisible()
})

const RETENTION = rowsOf('day, day_number, total, value', "(DATE '2025-05-01', 1, 10, 5)", "(DATE '2025-05-15', 1, 10, 4)")

test('a cohort says which columns it misses and is built from four columns (COHORT-04, COHORT-07)', async ({
  adminPage: page,
  workshop,
}) => {
  await edit(page, workshop, { query: RETENTION, type: 'COHORT', name: 'Retention', options: {} })
  await expect(previewOf(page).getByText(/the result has no "date"/)).toBeVisible()
  await choose(page, 'Date (Bucket)', 'day')
  await expect(previewOf(page).getByRole('row')).toHaveCount(16)
  expect(await savedOptions(page)).toMatchObject({ dateColumn: 'day' })
})

test('a cohort has an interval of time, and fills its gaps or not (COHORT-01, COHORT-02, COHORT-03)', async ({
  adminPage: page,
  workshop,
}) => {
  await edit(page, workshop, { query: RETENTION, type: 'COHORT', name: 'Retention', options: { dateColumn: 'day' } })
  const rows = previewOf(page).getByRole('row')
  await openTab(page, 'Options')
  await choose(page, 'Time Interval', 'Weekly')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(2)).toContainText('0.00%')
  await choose(page, 'Time Interval', 'Monthly')
  await expect(rows).toHaveCount(2)
  await expect(visualizationEditor(page).getByRole('combobox', { name: 'Mode' })).toHaveValue('Fill gaps with zeros')
  await choose(page, 'Mode', 'Show data as is')
  await expect(rows).toHaveCount(3)
  await expectAccessible(page)
  expect(await savedOptions(page)).toMatchObject({ timeInterval: 'monthly', mode: 'simple', dateColumn: 'day' })
})

test('a funnel shows each step as a share of the largest and of the previous step (FUNNEL-01, FUNNEL-07)', async ({
  adminPage: page,
  workshop,
}) => {
  await edit(page, workshop, {
    query: rowsOf('step, n', "('Paid', 25)", "('Came', 200)", "('Chose', 50)"),
    type: 'FUNNEL',
    name: 'Checkout',
    options: {},
  })
  await expect(previewOf(page).getByText('Choose a step column and a value column.')).toBeVisible()
  await choose(page, 'Step Column', 'step')
  await choose(page, 'Value Column', 'n')
  await visualizationEditor(page).getByRole('textbox', { name: 'Value Column Title' }).fill('People')
  await expect(previewOf(page).getByRole('columnheader', { name: 'People' })).toBeVisible()
  const rows = previewOf(page).getByRole('row')
  await expect(rows.nth(0)).toHaveText('StepsPeople% Max% Previous')
  await expect(rows.nth(2)).toHaveText('Chose5025%25%')
  await expect(rows.nth(3)).toHaveText('Paid2512.50%50%')
  await expectAccessible(page)
  expect(await savedOptions(page)).toMatchObject({
    stepCol: { colName: 'step' },
    valueCol: { colName: 'n', displayAs: 'People' },
  })
})

test('word cloud limits cannot be negative (WORDS-06)', async ({ adminPage: page, workshop }) => {
  await edit(page, workshop, {
    query: rowsOf('said', "('to be or not to be')"),
    type: 'WORD_CLOUD',
    name: 'Said',
    options: { column: 'said' },
  })
  const cloud = (words: string) => previewOf(page).getByRole('group', { name: `Said. Word cloud. ${words}.` })
  await expect(cloud('be 2, to 2, not 1, or 1')).toBeVisible()
  await expectAccessible(page)
  for (const label of ['Minimum length', 'Maximum length', 'Minimum frequency', 'Maximum frequency']) {
    const field = visualizationEditor(page).getByRole('textbox', { name: label })
    await field.fill('-4')
    await field.blur()
    await expect(field).toHaveValue('0')
  }
  await visualizationEditor(page).getByRole('textbox', { name: 'Minimum length' }).fill('3')
  await expect(cloud('not 1')).toBeVisible()
  expect(await savedOptions(page)).toMatchObject({ wordLengthLimit: { min: 3, max: 0 } })
})

test('a details view steps through the rows (DETAILS-01, DETAILS-02)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({ query: rowsOf('city, people', "('Oslo', 700000)", "('Riga', 600000)") })
  const { id } = await workshop.makeVisualization(query, 'DETAILS', 'City', {})
  await page.goto(`/queries/${query.id}#${id}`)
  const rows = page.getByRole('region', { name: 'City' }).getByRole('row')
  await expect(rows).toHaveText(['cityOslo', 'people700,000'])
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows).toHaveText(['cityRiga', 'people600,000'])
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('a details view breaks names after underscores and has its pages in one line, also in a narrow widget (OPEN-199)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({
    name: 'Films',
    query: `SELECT 'The Land Girls' AS title, 8000000 AS production_budget_usd, i AS ${'x'.repeat(60)} FROM range(3194) t(i)`,
  })
  const { id } = await workshop.makeVisualization(query, 'DETAILS', 'Film', {})
  const board = await makeBoard(adminCall)
  const position = { col: 0, row: 0, sizeX: 2, sizeY: 7, autoHeight: false }
  await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: id, options: { position } } })
  await page.setViewportSize({ width: 1024, height: 768 })
  await open(page, board)
  const name = page.getByRole('rowheader', { name: 'production_budget_usd' })
  // Each part of the name stands in one line: a range over a word that wraps has several boxes.
  const linesOfParts = await name.evaluate((head) =>
    [...head.childNodes].flatMap((part) => {
      if (part.nodeType !== Node.TEXT_NODE) return []
      const range = document.createRange()
      range.selectNodeContents(part)
      return [range.getClientRects().length]
    }),
  )
  expect(linesOfParts).toEqual([1, 1, 1])
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toHaveText('1 of 3,194')
  expect((await pages.boundingBox())?.height).toBeLessThanOrEqual(32)
  await pages.getByRole('button', { name: 'Last page' }).click()
  await expect(pages).toHaveText('3,194 of 3,194')
  // A name of one long word leaves room for its value.
  await expect(page.getByRole('cell', { name: '3,193' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
})

test('an old box plot is marked as deprecated and can be edited, but no other type turns into one (BOX-01, BOX-03, VIZ-23)', async ({
  adminPage: page,
  workshop,
}) => {
  await edit(page, workshop, { query: 'SELECT i AS delay FROM range(9) t(i)', type: 'BOXPLOT', name: 'Delays', options: {} })
  const type = visualizationEditor(page).getByRole('combobox', { name: 'Visualization Type' })
  await expect(type).toHaveText('Boxplot (Deprecated)')
  await visualizationEditor(page).getByRole('textbox', { name: 'X Axis Label' }).fill('Flights')
  await visualizationEditor(page).getByRole('textbox', { name: 'Y Axis Label' }).fill('Minutes')
  const plot = previewOf(page).getByRole('group', { name: /delay: median 4, half between 2 and 6, whiskers from 0 to 8/ })
  await expect(plot).toContainText('Flights')
  await expect(plot).toContainText('Minutes')
  await expectAccessible(page)
  await choose(page, 'Visualization Type', 'Counter')
  await type.click()
  await expect(page.getByRole('option', { name: 'Sankey' })).toBeVisible()
  await expect(page.getByRole('option', { name: /Deprecated/ })).toHaveCount(0)
})

test('a sunburst and a Sankey diagram explain which columns they need (SUNBURST-05, SANKEY-03)', async ({
  adminPage: page,
  workshop,
}) => {
  await edit(page, workshop, { query: 'SELECT 1 AS delay', type: 'SUNBURST_SEQUENCE', name: 'Delays', options: {} })
  await expect(previewOf(page).getByText(/^A sunburst needs a number column "value"/)).toBeVisible()
  await choose(page, 'Visualization Type', 'Sankey')
  await expect(previewOf(page).getByText(/^A Sankey diagram needs a number column "value"/)).toBeVisible()
  await expectAccessible(page)
})

test('a details view that goes on below its frame has a shade there until its end is reached (VIZ-28)', async ({
  adminPage: page,
  workshop,
}) => {
  const columns = Array.from({ length: 40 }, (_, index) => `${index} AS field${index}`)
  const query = await workshop.makeRunQuery({ query: `SELECT ${columns.join(', ')}` })
  const { id } = await workshop.makeVisualization(query, 'DETAILS', 'Fields', {})
  await page.goto(`/queries/${query.id}#${id}`)
  await expect(page.getByRole('rowheader', { name: 'field0', exact: true })).toBeVisible()
  await expect(page.locator('[data-more-below]')).toHaveCount(1)
  await page.getByRole('rowheader', { name: 'field39' }).scrollIntoViewIfNeeded()
  await page.getByRole('region', { name: 'Fields' }).last().press('End')
  await expect(page.locator('[data-more-below]')).toHaveCount(0)
})
