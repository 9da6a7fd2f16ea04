import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { expectAccessible } from '../page.ts'
import { choose, executeButton, expect, test, writeQuery } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import {
  editorButton,
  fullScreenEditor,
  MAPPING,
  openTab,
  previewChart,
  saveButton,
  sentVisualization,
  TWO_SERIES,
  typeCards,
  visualizationEditor,
} from '../visualization-editor.ts'

const typeField = (page: Page) => visualizationEditor(page).getByRole('combobox', { name: 'Visualization Type' })
const nameField = (page: Page) => visualizationEditor(page).getByRole('textbox', { name: 'Visualization Name' })

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
    await page.getByRole('button', { name: 'Open Full Screen' }).click()
    await expect(previewChart(page)).toBeVisible()
    await expect.poll(() => fullScreenEditor(page).boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
    await expect(typeField(page)).toHaveText('Bar')
    await typeField(page).click()
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
    const sent = sentVisualization(page)
    await saveButton(page).click()
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
    const sent = sentVisualization(page)
    await saveButton(page).click()
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
    await expect(nameField(page)).toHaveValue('Sum of Items Sold by Shop')
    // Another kind of the new chart takes the columns that suit it, and back.
    await choose(page, 'Visualization Type', 'Scatter')
    await expect(nameField(page)).toHaveValue('Revenue by Items Sold and Shop')
    await choose(page, 'Visualization Type', 'Bar')
    await expect(nameField(page)).toHaveValue('Sum of Items Sold by Shop')
    await expect(previewChart(page)).toHaveAccessibleName(/Bar chart of Sum of Items Sold by shop.* Values from 5 to 30/)
    await choose(page, 'Aggregate Rows with the Same X', 'None: show each row')
    await expect(visualizationEditor(page).getByText('2 points share an x value')).toBeVisible()
    await expect(previewChart(page)).toHaveAccessibleName(/Values from 5 to 20/)
    await expectAccessible(page)
    await choose(page, 'Y Columns', 'revenue')
    await expect(visualizationEditor(page).getByText('3 values are too small to tell from zero')).toBeVisible()
  })

  test('a stacked area chart with negative values says that its layers overlap (OPEN-190)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({
      query: 'SELECT * FROM (VALUES (1, 10, 4), (2, 12, -3)) t(day, sold, returned)',
    })
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Balance', {
      globalSeriesType: 'area',
      columnMapping: { day: 'x', sold: 'y', returned: 'y' },
      series: { stacking: 'stack' },
    })
    await page.goto(`/queries/${query.id}#${id}`)
    await expect(page.getByText('negative values make layers overlap: each line is the running total')).toBeVisible()
  })

  test('chooses the type from one gallery of cards, also with the keyboard and on a phone (VIZ-27)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ query: "SELECT * FROM (VALUES ('a', 1), ('b', 2)) t(name, n)" })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/queries/${query.id}#add`)
    await expect(typeField(page)).toHaveText('Bar')
    const cards = typeCards(page)
    await expect(cards.getByRole('group', { name: 'Fits this result' }).getByRole('option').first()).toHaveAccessibleName('Bar')
    const lacking = cards.getByRole('group', { name: 'Needs a column of numbers and another one of dates or numbers' })
    await expect(lacking.getByRole('option').first()).toHaveText('Line')
    await expect(cards.getByRole('option', { name: 'Bar', exact: true })).toBeInViewport()
    await expectAccessible(page)
    await expect(cards.getByRole('option', { name: 'Bar', exact: true })).toBeFocused()
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
    await expect(saveButton(page)).toBeDisabled()
    await editorButton(page, 'Cancel').click()
    await expect(visualizationEditor(page)).toBeHidden()

    await open.click()
    await nameField(page).fill('Growth!')
    await expect(mark).toBeVisible()
    await expect(saveButton(page)).toBeEnabled()
    await nameField(page).fill('Growth')
    await expect(mark).toBeHidden()
    await choose(page, 'Visualization Type', 'Area')
    await expect(mark).toBeVisible()
    await editorButton(page, 'Cancel').click()
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
    await saveButton(page).click()
    await expect(visualizationEditor(page).getByRole('alert')).toHaveText('Visualization could not be saved: Too much.')
    await expect(nameField(page)).toHaveValue('Growth in two ways')
    await page.unrouteAll()

    const sent = sentVisualization(page)
    const recorded = recordedAs(page, 'update')
    await saveButton(page).click()
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
    const chart = page.getByRole('figure', { name: 'Growth', exact: true })
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
    await expect(saveButton(page)).toBeDisabled()
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
    await saveButton(page).click()
    expect((await recorded).postDataJSON()).toContainEqual(
      expect.objectContaining({ action: 'create', object_type: 'visualization' }),
    )
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
