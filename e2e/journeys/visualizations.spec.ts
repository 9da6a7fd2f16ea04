import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { expectAccessible } from '../page.ts'
import { choose, executeButton, expect, test, writeQuery } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { openTab, savedOptions, visualizationEditor } from '../visualization-editor.ts'

const TWO_SERIES = 'SELECT i AS n, i * i AS squared, 10 * i AS tens FROM range(10) t(i)'
const MAPPING = { n: 'x', squared: 'y', tens: 'y' }

const previewChart = (page: Page) => visualizationEditor(page).getByRole('img', { name: / chart/ })
const typeField = (page: Page) => visualizationEditor(page).getByRole('combobox', { name: 'Visualization Type' })
const nameField = (page: Page) => visualizationEditor(page).getByRole('textbox', { name: 'Visualization Name' })
const button = (page: Page, name: string) => visualizationEditor(page).getByRole('button', { name, exact: true })
const save = (page: Page) => visualizationEditor(page).getByRole('button', { name: /^Save/ })
const stored = (page: Page) =>
  page.waitForRequest((request) => request.method() === 'POST' && /\/api\/visualizations(\/\d+)?$/.test(request.url()))

const recordedAs = (page: Page, action: string) =>
  page.waitForRequest(
    (request) => request.url().endsWith('/api/events') && request.postData()?.includes(`"${action}"`) === true,
  )

test('a visualization of an unknown type shows an error, and the other tabs keep working (VIZ-04)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({})
  const { id } = await workshop.makeVisualization(query, 'FOO', 'From elsewhere', { some: 'option' })
  await page.goto(`/queries/${query.id}#${id}`)
  await expect(page.getByRole('alert')).toContainText('Visualizations of type FOO are not supported.')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Table' }).click()
  await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
})

test('a tab shows the visualization of the current result and follows a new one (VIZ-19, VIZ-24)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: 'SELECT i AS n, 5 AS height FROM range(4) t(i)' })
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Heights', {
    globalSeriesType: 'column',
    columnMapping: { n: 'x', height: 'y' },
  })
  const viewed = page.waitForRequest(
    (request) => request.url().endsWith('/api/events') && request.postData()?.includes('"visualization"') === true,
  )
  await page.goto(`/queries/${query.id}/source#${id}`)
  const chart = page.getByRole('img', { name: /^Heights\. Bar chart of height by n from 0 to 3/ })
  await expect(chart).toBeVisible()
  expect((await viewed).postDataJSON()).toContainEqual(
    expect.objectContaining({ action: 'view', object_type: 'visualization', object_id: id }),
  )
  await writeQuery(page, 'SELECT i AS n, 5 AS height FROM range(8) t(i)')
  await executeButton(page).click()
  await expect(page.getByRole('img', { name: /^Heights\. Bar chart of height by n from 0 to 7/ })).toBeVisible()
})

test.describe('the visualization editor', () => {
  test('fills the whole page for a new chart and saves it (VIZ-05, VIZ-06, VIZ-13, VIZ-15)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ query: TWO_SERIES })
    await page.goto(`/queries/${query.id}/source`)
    await page.getByRole('button', { name: 'New Visualization' }).click()
    await expect(previewChart(page)).toBeVisible()
    await expect.poll(() => visualizationEditor(page).boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
    await expect(typeField(page)).toHaveText('Bar')
    await expect(visualizationEditor(page).getByRole('tab')).toHaveText([
      'General',
      'X Axis',
      'Y Axis',
      'Series',
      'Colors',
      'Data Labels',
    ])
    await expectAccessible(page)

    // The preview updates immediately.
    await expect(previewChart(page)).toHaveAccessibleName(/Bar chart of/)
    await choose(page, 'Visualization Type', 'Line')
    await expect(previewChart(page)).toHaveAccessibleName(/Line chart of/)

    await nameField(page).fill('Growth')
    const sent = stored(page)
    await save(page).click()
    expect((await sent).postDataJSON()).toMatchObject({
      type: 'CHART',
      name: 'Growth',
      query_id: query.id,
      options: { globalSeriesType: 'line', columnMapping: { n: 'x' } },
    })
    await expectToast(page, 'Visualization saved')
    await expect(visualizationEditor(page)).toBeHidden()
    await expect(page.getByRole('tab', { name: 'Growth' })).toHaveAttribute('aria-selected', 'true')
  })

  test('limits a name to 255 characters and replaces a blank one with the name of the type (OPEN-125)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ query: TWO_SERIES })
    await page.goto(`/queries/${query.id}/source`)
    await page.getByRole('button', { name: 'New Visualization' }).click()
    await expect(previewChart(page)).toBeVisible()
    await nameField(page).fill('x'.repeat(254))
    await nameField(page).pressSequentially('yz')
    await expect(nameField(page)).toHaveValue(`${'x'.repeat(254)}y`)
    await nameField(page).fill('   ')
    const sent = stored(page)
    await save(page).click()
    expect((await sent).postDataJSON()).toMatchObject({ type: 'CHART', name: 'Chart' })
    await expect(page.getByRole('tab', { name: 'Chart' })).toHaveAttribute('aria-selected', 'true')
  })

  test('a new chart adds up rows with the same x, has numbers of like size, is named after them, and says which values are too small to see (CHART-48, CHART-49, OPEN-182, VIZ-09)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({
      query: "SELECT * FROM (VALUES ('a', 10, 5e6), ('a', 20, 5e6), ('b', 5, 5e6)) t(shop, items_sold, revenue)",
    })
    await page.goto(`/queries/${query.id}#add`)
    await expect(nameField(page)).toHaveValue('Items Sold by Shop')
    await expect(previewChart(page)).toHaveAccessibleName(/Bar chart of Sum of Items Sold by shop.* Values from 5 to 30/)
    await choose(page, 'Aggregate Rows with the Same X', 'None: show each row')
    await expect(visualizationEditor(page).getByText('2 rows share an x value')).toBeVisible()
    await expect(previewChart(page)).toHaveAccessibleName(/Values from 5 to 20/)
    await expectAccessible(page)
    await choose(page, 'Y Columns', 'revenue')
    await expect(visualizationEditor(page).getByText('3 values are too small to tell from zero')).toBeVisible()
  })

  test('chooses the type from one gallery of cards, also with the keyboard and on a phone (VIZ-27)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ query: "SELECT 'a' AS name, 1 AS n" })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/queries/${query.id}#add`)
    await expect(typeField(page)).toHaveText('Bar')
    await typeField(page).press('Enter')
    const cards = page.getByRole('listbox', { name: 'Visualization Type' })
    await expect(cards.getByRole('group', { name: 'Fits this result' }).getByRole('option').first()).toHaveText('Bar')
    await expect(cards.getByRole('group', { name: 'Needs other columns' }).getByRole('option').first()).toHaveText('Line')
    await expect(cards.getByRole('option', { name: 'Bar', exact: true })).toBeInViewport()
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(typeField(page)).toHaveText('Pie')
    await expect(previewChart(page)).toHaveAccessibleName(/Pie chart/)
    await typeField(page).press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(typeField(page)).toHaveText('Counter')
    // Escape closes the gallery and leaves the editor open.
    await typeField(page).press('Enter')
    await page.keyboard.press('Escape')
    await expect(cards).toBeHidden()
    await expect(visualizationEditor(page)).toBeVisible()
  })

  test('sets new options for another type, and its name until the user enters one (VIZ-08, VIZ-09)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({})
    await page.goto(`/queries/${query.id}#add`)
    await expect(nameField(page)).toHaveValue('Squared by N')
    await choose(page, 'Visualization Type', 'Table')
    await expect(nameField(page)).toHaveValue('Table')
    await expect(visualizationEditor(page).getByRole('tab')).toHaveText(['Columns', 'Grid'])
    await expect(visualizationEditor(page).getByRole('grid')).toBeVisible()
    await expectAccessible(page)
    await nameField(page).fill('Mine')
    await choose(page, 'Visualization Type', 'Line')
    await expect(nameField(page)).toHaveValue('Mine')
    await expect(previewChart(page)).toBeVisible()
  })

  test('asks for confirmation before changes are discarded, and not without changes (VIZ-10, VIZ-11, VIZ-12)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ query: TWO_SERIES })
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Growth', { columnMapping: MAPPING })
    await page.goto(`/queries/${query.id}#${id}`)
    const open = page.getByRole('button', { name: 'Edit Visualization' })
    const mark = visualizationEditor(page).getByText('Unsaved changes')
    await open.click()
    await expect(previewChart(page)).toBeVisible()
    await expect(mark).toBeHidden()
    await expect(save(page)).toBeDisabled()
    await button(page, 'Cancel').click()
    await expect(visualizationEditor(page)).toBeHidden()

    await open.click()
    await nameField(page).fill('Growth!')
    await expect(mark).toBeVisible()
    await expect(save(page)).toBeEnabled()
    await nameField(page).fill('Growth')
    await expect(mark).toBeHidden()
    await choose(page, 'Visualization Type', 'Area')
    await expect(mark).toBeVisible()
    await button(page, 'Cancel').click()
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(question).toBeHidden()
    await expect(mark).toBeVisible()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(visualizationEditor(page)).toBeHidden()
    await expect(page.getByRole('tab', { name: 'Growth', exact: true })).toBeVisible()
  })

  test('saves changes and shows an error if saving fails (VIZ-14, VIZ-16, VIZ-18)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({ query: TWO_SERIES })
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Growth', { columnMapping: MAPPING, mark: 'kept' })
    await page.goto(`/queries/${query.id}#${id}`)
    await page.getByRole('button', { name: 'Edit Visualization' }).click()
    await nameField(page).fill('Growth in two ways')
    await page.route(`**/api/visualizations/${id}`, (route) => route.fulfill({ status: 400, json: { message: 'Too much.' } }))
    await save(page).click()
    await expect(visualizationEditor(page).getByRole('alert')).toHaveText('Visualization could not be saved: Too much.')
    await expect(nameField(page)).toHaveValue('Growth in two ways')
    await page.unrouteAll()

    const sent = stored(page)
    const recorded = recordedAs(page, 'update')
    await save(page).click()
    expect((await sent).url()).toMatch(new RegExp(`/api/visualizations/${id}$`))
    // Unknown options must be kept when saving.
    expect((await sent).postDataJSON()).toMatchObject({ name: 'Growth in two ways', options: { mark: 'kept' } })
    await expect(page.getByRole('tab', { name: 'Growth in two ways' })).toBeVisible()
    expect((await recorded).postDataJSON()).toContainEqual(
      expect.objectContaining({ action: 'update', object_type: 'visualization', object_id: id }),
    )
  })

  test('previews only the rows that pass the filters, and the page shows a chart seven rows high (VIZ-07, CHART-44)', async ({
    adminPage: page,
    workshop,
  }) => {
    const rows =
      'SELECT i % 3 AS "third::filter", CASE WHEN i < 10 THEN \'low\' ELSE \'high\' END AS "size::multi-filter", i AS n, i * i AS squared'
    const query = await workshop.makeRunQuery({ query: `${rows} FROM range(30) t(i)` })
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Growth', {
      globalSeriesType: 'column',
      columnMapping: { n: 'x', squared: 'y' },
    })
    await page.setViewportSize({ width: 1440, height: 420 })
    await page.goto(`/queries/${query.id}#${id}`)
    const chart = page.getByRole('figure', { name: /^Growth\. Bar chart/ })
    await expect(chart).toBeVisible()
    const height = async () => (await chart.boundingBox())?.height
    await expect.poll(height).toBe(350)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(height).toBeGreaterThan(400)

    await page.getByRole('button', { name: 'Edit Visualization' }).click()
    // The first filter starts with one value, the multi-filter with all values.
    await expect(previewChart(page)).toHaveAccessibleName(/from 0 to 27\. Values from 0 to 729/)
    const filters = visualizationEditor(page).getByRole('region', { name: 'Filters' })
    await filters.getByRole('combobox', { name: 'Third' }).click()
    await page.getByRole('option', { name: '2', exact: true }).click()
    await expect(previewChart(page)).toHaveAccessibleName(/from 2 to 29\. Values from 4 to 841/)
    await filters.getByRole('combobox', { name: 'Size' }).click()
    await page.getByRole('option', { name: 'high', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(previewChart(page)).toHaveAccessibleName(/from 2 to 8\. Values from 4 to 64/)
    await expectAccessible(page)
    // Opening the editor must not create unsaved changes.
    await expect(visualizationEditor(page).getByText('Unsaved changes')).toBeHidden()
    await expect(save(page)).toBeDisabled()
  })

  test('refuses to remove a visualization used by a dashboard or the last table, and says why (VIZ-17, OPEN-55)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({})
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Squares', { columnMapping: { n: 'x', squared: 'y' } })
    const { id: dashboard_id } = await adminCall(api.dashboards.create, { body: { name: 'Shows squares' } })
    const shown = { dashboard_id, visualization_id: id, text: '', width: 1, options: {} }
    const widget = await adminCall(api.widgets.create, { body: shown })
    await page.goto(`/queries/${query.id}#${id}`)
    const remove = async () => {
      await page.getByRole('tab', { name: 'Squares' }).press('Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    }
    await remove()
    await expectToast(page, 'Error deleting visualization.', "Maybe it's used in a dashboard?")
    await expect(page.getByRole('tab', { name: 'Squares' })).toBeVisible()
    await adminCall(api.widgets.remove, { params: { id: widget.id } })
    await remove()
    await expect(page.getByRole('tab', { name: 'Squares' })).toHaveCount(0)
    await page.getByRole('tab', { name: 'Table' }).press('Delete')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Table' })).toBeVisible()
  })

  test('records the creation of a visualization (VIZ-18)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    await page.goto(`/queries/${query.id}#add`)
    await expect(previewChart(page)).toBeVisible()
    const recorded = recordedAs(page, 'create')
    await save(page).click()
    expect((await recorded).postDataJSON()).toContainEqual(
      expect.objectContaining({ action: 'create', object_type: 'visualization' }),
    )
  })
})

test.describe('the chart editor', () => {
  test.beforeEach(async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({ query: TWO_SERIES })
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Growth', {
      globalSeriesType: 'line',
      columnMapping: MAPPING,
    })
    await page.goto(`/queries/${query.id}#${id}`)
    await page.getByRole('button', { name: 'Edit Visualization' }).click()
    await expect(previewChart(page)).toBeVisible()
  })

  test('offers and draws every chart type, with the option tabs it needs (CHART-01, CHART-02, CHART-03, CHART-46)', async ({
    adminPage: page,
  }) => {
    for (const name of ['Line', 'Bar', 'Area', 'Pie', 'Scatter', 'Bubble', 'Heatmap', 'Box']) {
      await choose(page, 'Visualization Type', name)
      // Bubble and heatmap charts need one more column.
      if (name === 'Bubble') await choose(page, 'Bubble Size Column', 'tens')
      if (name === 'Heatmap') await choose(page, 'Color Column', 'tens')
      await expect(previewChart(page)).toHaveAccessibleName(new RegExp(`${name} chart`))
    }
    const tabs = visualizationEditor(page).getByRole('tab')
    await choose(page, 'Visualization Type', 'Pie')
    await expect(tabs).toHaveText(['General', 'Series', 'Colors', 'Data Labels'])
    await choose(page, 'Visualization Type', 'Area')
    await expect(tabs).toHaveText(['General', 'X Axis', 'Y Axis', 'Series', 'Colors', 'Data Labels'])
    expect((await savedOptions(page)).globalSeriesType).toBe('area')
  })

  test('gives a heatmap a color column and two colors of its own, and a table view (HEAT-04, CHART-03, CHART-63, OPEN-24)', async ({
    adminPage: page,
  }) => {
    await choose(page, 'Visualization Type', 'Heatmap')
    await expect(visualizationEditor(page).getByText('Choose a Color column.').first()).toBeVisible()
    await expect(save(page)).toBeDisabled()
    await choose(page, 'Color Column', 'tens')
    await expect(previewChart(page)).toHaveAccessibleName(/Heatmap chart of tens by n and squared, 10 by 10 cells/)
    await openTab(page, 'Colors')
    await visualizationEditor(page).getByRole('combobox', { name: 'Color Scheme' }).click()
    const schemes =
      'Blackbody Bluered Blues Earth Electric Greens Greys Hot Jet Picnic Portland Rainbow RdBu Reds Viridis YlGnBu YlOrRd'
    await expect(page.getByRole('option')).toHaveText([...schemes.split(' '), 'Custom...'])
    await page.getByRole('option', { name: 'Custom...' }).click()
    await visualizationEditor(page).getByRole('button', { name: 'Color of Max Color' }).click()
    await page.getByRole('button', { name: 'Purple', exact: true }).click()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await visualizationEditor(page).getByRole('button', { name: 'Tools of the chart Growth' }).click()
    await page.getByRole('menuitem', { name: 'View as Table' }).click()
    await expect(page.getByRole('dialog').getByRole('cell', { name: /^\d+$/ }).last()).toHaveCSS('text-align', 'right')
    await expect(page.getByRole('dialog', { name: 'Growth' }).getByRole('row').nth(1)).toHaveText('000')
    await page.getByRole('dialog', { name: 'Growth' }).getByRole('button').first().click()
    const saved = await savedOptions(page)
    expect(saved).toMatchObject({ globalSeriesType: 'heatmap', colorScheme: 'Custom...', columnMapping: { tens: 'zVal' } })
    expect(saved.heatMaxColor).toMatch(/^#/)
  })

  test('requires an X column and a Y column (CHART-05, CHART-06)', async ({ adminPage: page }) => {
    const x = visualizationEditor(page).getByRole('combobox', { name: 'X Column' })
    const y = visualizationEditor(page).getByRole('combobox', { name: 'Y Columns' })
    await expect(x).toHaveAttribute('required')
    await y.press('Backspace')
    await y.press('Backspace')
    await expect(visualizationEditor(page).getByText('Choose at least one Y column.').first()).toBeVisible()
    await expect(save(page)).toBeDisabled()
    await expectAccessible(page)
    await choose(page, 'Y Columns', 'tens')
    await expect(previewChart(page)).toHaveAccessibleName(/chart of tens by n/)

    // Moving the only Y column to X leaves no Y column.
    await page.keyboard.press('Escape')
    await choose(page, 'X Column', 'tens')
    await expect(visualizationEditor(page).getByText('Choose at least one Y column.').first()).toBeVisible()
    await expect(save(page)).toBeDisabled()
  })

  test('offers five scales for the x axis (CHART-07)', async ({ adminPage: page }) => {
    await openTab(page, 'X Axis')
    await visualizationEditor(page).getByRole('combobox', { name: 'Scale' }).click()
    await expect(page.getByRole('option')).toHaveText(['Auto Detect', 'Datetime', 'Linear', 'Logarithmic', 'Category'])
    await page.getByRole('option', { name: 'Category' }).click()
    expect((await savedOptions(page)).xAxis).toMatchObject({ type: 'category' })
  })

  test('sets scale, name and range of both y axes (CHART-10)', async ({ adminPage: page }) => {
    await openTab(page, 'Y Axis')
    const names = visualizationEditor(page).getByRole('textbox', { name: 'Name', exact: true })
    await names.nth(0).fill('Left')
    await names.nth(1).fill('Right')
    await visualizationEditor(page).getByRole('combobox', { name: 'Scale' }).nth(1).click()
    await page.getByRole('option', { name: 'Logarithmic' }).click()
    await visualizationEditor(page).getByRole('textbox', { name: 'Min Value' }).nth(0).fill('5')
    await visualizationEditor(page).getByRole('textbox', { name: 'Max Value' }).nth(1).fill('500')
    expect((await savedOptions(page)).yAxis).toMatchObject([
      { type: 'linear', title: { text: 'Left' }, rangeMin: 5 },
      { type: 'logarithmic', title: { text: 'Right' }, rangeMax: 500 },
    ])
  })

  test('sets name, axis, type, color and order of each series (CHART-11, CHART-12, CTRL-14)', async ({ adminPage: page }) => {
    await openTab(page, 'Series')
    const list = visualizationEditor(page).getByRole('list', { name: 'Series' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
    await list.getByRole('textbox', { name: 'Label of tens' }).fill('Ten times')
    await list.getByRole('radiogroup', { name: 'Y axis of Ten times' }).getByText('Right', { exact: true }).click()
    await list.getByRole('combobox', { name: 'Type of Ten times' }).click()
    await page.getByRole('option', { name: 'Area' }).click()
    await expect(visualizationEditor(page).getByRole('list', { name: 'Legend' })).toContainText('Ten times')

    // `hover` waits until the element stops moving.
    await list.getByRole('button', { name: /^Move Ten times/ }).hover({ position: { x: 5, y: 5 } })
    const first = await list.getByRole('listitem').first().boundingBox()
    if (first === null) throw new Error('The series are out of sight.')
    await page.mouse.down()
    await page.mouse.move(first.x + 5, first.y + 2, { steps: 5 })
    await page.mouse.up()
    await expect(list.getByRole('listitem').first().getByRole('textbox')).toHaveValue('Ten times')

    await openTab(page, 'Colors')
    await visualizationEditor(page).getByRole('button', { name: 'Color of Ten times' }).click()
    const presets = page.getByRole('button', { name: 'Purple', exact: true }).locator('..')
    await expect(presets).toHaveCSS('grid-template-columns', Array.from({ length: 8 }, () => '24px').join(' '))
    await page.getByRole('button', { name: 'Purple', exact: true }).click()
    await page.keyboard.press('Escape')
    const { seriesOptions } = await savedOptions(page)
    expect(seriesOptions).toMatchObject({
      tens: { name: 'Ten times', yAxis: 1, type: 'area', zIndex: 0, color: expect.stringMatching(/^#/) },
      squared: { zIndex: 1 },
    })
  })

  test('accepts a color in any CSS notation (CTRL-15, OPEN-65)', async ({ adminPage: page }) => {
    await openTab(page, 'Colors')
    const target = visualizationEditor(page).getByRole('button', { name: 'Color of tens' })
    await target.click()
    const field = page.getByRole('textbox', { name: 'Custom Color' })
    for (const [typed, stored] of [
      ['tomato', '#FF6347'],
      ['rebeccapurple', '#663399'],
      ['rgb(1,2,3)', '#010203'],
      ['hsl(120, 50%, 50%)', '#40BF40'],
      ['#abc8', '#AABBCC'],
      ['rgb(10 20 30 / 40%)', '#0A141E'],
      ['rgba(62, 94, 219, 0.1)', '#3E5EDB'],
      ['color(srgb 1 0.2 0)', '#FF3300'],
      ['oklch(100% 0 0 / 50%)', '#FFFFFF'],
    ] as const) {
      await field.fill(typed)
      await field.press('Enter')
      await expect(field).toHaveValue(stored)
    }
    const refusal = page.getByRole('alert').filter({ hasText: 'Not a color. Try a name, #RRGGBB, rgb() or hsl().' })
    for (const typed of ['tomatoes', 'rgb(1,2)', 'inherit', 'transparent']) {
      await field.fill(typed)
      await expect(refusal).toBeHidden()
      await field.press('Tab')
      await expect(refusal).toBeVisible()
      await expect(field).toHaveValue(typed)
    }
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await target.click()
    await expect(field).toHaveValue('#FFFFFF')
    await expect(refusal).toBeHidden()
    await page.keyboard.press('Escape')
    expect((await savedOptions(page)).seriesOptions).toMatchObject({ tens: { color: '#FFFFFF' } })
  })

  test('shows or hides the legend (CHART-15)', async ({ adminPage: page }) => {
    const legend = visualizationEditor(page).getByRole('list', { name: 'Legend' })
    // Lines are labeled at their ends if there is room, so the legend is checked on bars.
    await choose(page, 'Visualization Type', 'Bar')
    await expect(legend.getByRole('listitem')).toHaveCount(2)
    await choose(page, 'Legend', 'Hidden')
    await expect(legend).toBeHidden()
    expect((await savedOptions(page)).legend).toMatchObject({ enabled: false })
    await expect(page.getByRole('list', { name: 'Legend' })).toBeHidden()
  })

  test('stacks series where that makes sense and reads old stacking names (CHART-17, OPEN-15)', async ({
    adminPage: page,
    workshop,
  }) => {
    const stacking = visualizationEditor(page).getByRole('combobox', { name: 'Stacking' })
    await choose(page, 'Visualization Type', 'Scatter')
    await expect(stacking).toBeHidden()
    const percent = visualizationEditor(page).getByRole('switch', { name: 'Normalize values to percentage' })
    for (const kind of ['Line', 'Area', 'Bar']) {
      await choose(page, 'Visualization Type', kind)
      await expect(stacking).toHaveValue('Disabled')
      await expect(percent).not.toBeChecked()
    }
    await stacking.click()
    await expect(page.getByRole('option')).toHaveText(['Disabled', 'Stack'])
    await page.getByRole('option', { name: 'Stack' }).click()
    expect((await savedOptions(page)).series).toMatchObject({ stacking: 'stack' })

    const query = await workshop.makeRunQuery({ query: TWO_SERIES })
    for (const [old, isPercent] of [
      ['normal', false],
      ['percent', true],
    ] as const) {
      const options = { globalSeriesType: 'column', columnMapping: MAPPING, series: { stacking: old } }
      const { id } = await workshop.makeVisualization(query, 'CHART', `Old ${old}`, options)
      await page.goto(`/queries/${query.id}#${id}`)
      await page.reload()
      await page.getByRole('button', { name: 'Edit Visualization' }).click()
      await expect(stacking).toHaveValue('Stack')
      await expect(percent).toBeChecked({ checked: isPercent })
    }
  })
})

test('offers twelve tile layers with attribution and keeps a stored URL of another (OPEN-20)', async ({
  adminPage: page,
  workshop,
}) => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const asked = new Set<string>()
  await page.route(/^https:/, (route) => {
    asked.add(new URL(route.request().url()).hostname)
    return route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') })
  })
  const query = await workshop.makeRunQuery({ query: 'SELECT 52.5 AS lat, 13.4 AS lon' })
  const { id } = await workshop.makeVisualization(query, 'MAP', 'Cities', {})
  await page.goto(`/queries/${query.id}#${id}`)
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  await expect(visualizationEditor(page).getByText('© OpenStreetMap contributors')).toBeVisible()
  await openTab(page, 'Style')
  await visualizationEditor(page).getByRole('combobox', { name: 'Map Tiles' }).click()
  const osm = '© OpenStreetMap contributors'
  const layers = [
    ['OpenStreetMap', osm],
    ['OpenStreetMap DE', osm],
    ['OpenStreetMap FR', `${osm}, OSM France`],
    ['OpenStreetMap HOT', `${osm}, Humanitarian OpenStreetMap Team, OSM France`],
    ['CyclOSM', `${osm}, CyclOSM, OSM France`],
    ['OpenTopoMap', `${osm}, SRTM, © OpenTopoMap`],
    ['CARTO Positron', `${osm}, © CARTO`],
    ['CARTO Positron (no labels)', `${osm}, © CARTO`],
    ['CARTO Voyager', `${osm}, © CARTO`],
    ['CARTO Dark Matter', `${osm}, © CARTO`],
    ['Esri World Street Map', 'Tiles © Esri'],
    ['Esri World Imagery', 'Tiles © Esri'],
  ] as const
  await expect(page.getByRole('option')).toHaveText([...layers.map(([name]) => name), 'Custom URL'])
  await page.keyboard.press('Escape')
  for (const [name, attribution] of layers) {
    await choose(page, 'Map Tiles', name)
    await expect(visualizationEditor(page).getByText(attribution, { exact: true })).toBeVisible()
  }

  const own = await workshop.makeVisualization(query, 'MAP', 'Own tiles', {
    mapTileUrl: 'https://own.example.com/{z}/{x}/{y}.png',
  })
  asked.clear()
  await page.goto(`/queries/${query.id}#${own.id}`)
  await page.reload()
  await expect.poll(() => [...asked]).toContain('own.example.com')
  expect([...asked]).toEqual(['own.example.com'])
})

test('a legend below a chart says how many entries do not fit, and opens (CHART-61)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({
    query: "SELECT i AS n, 'Number ' || g AS name, i * g AS product FROM range(3) t(i), range(20) s(g)",
  })
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Products', {
    globalSeriesType: 'column',
    columnMapping: { n: 'x', product: 'y', name: 'series' },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/queries/${query.id}#${id}`)
  const last = page.getByRole('list', { name: 'Legend' }).getByRole('listitem').last()
  await expect(last).not.toBeInViewport()
  await page.getByRole('button', { name: /^\+\d+ more$/ }).click()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await page.getByRole('button', { name: 'Show less' }).click()
  await expect(page.getByRole('button', { name: /^\+\d+ more$/ })).toBeVisible()
})
