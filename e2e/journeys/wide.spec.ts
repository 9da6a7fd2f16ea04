import { api } from '@sightline/contract/api.ts'
import { addTable, button, makeBoard, open, widget } from '../boards.ts'
import { clickInChart } from '../pointer.ts'
import { editorOf, expect, test } from '../queries.ts'
import { savedOptions, visualizationEditor } from '../visualization-editor.ts'

test('the editor keeps its state while the window is resized', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({ query: 'SELECT 1 AS n' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/queries/${query.id}/source`)
  const editor = editorOf(page)
  await editor.click()
  await page.keyboard.press('ControlOrMeta+End')
  // Insert the text at once because undo splits slow typing into several steps.
  await page.keyboard.insertText(' -- more')
  await editor.evaluate((element) => element.setAttribute('data-same', ''))
  const search = page.getByRole('textbox', { name: 'Search schema' })
  const drawer = button(page, 'Data source and schema')
  const turnTo = (name: string) => page.locator('label').getByText(name, { exact: true })
  await expect(search).toBeVisible()
  await page.setViewportSize({ width: 1000, height: 900 })
  await expect(drawer).toBeVisible()
  await expect(turnTo('Result')).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 800 })
  await turnTo('Result').click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(editor).toBeHidden()
  // All actions and facts of the result must fit.
  for (const name of ['Edit Visualization', 'Add to Dashboard', 'Download']) {
    await expect(page.locator('footer').getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  await expect(page.locator('footer').getByText(/^Updated/)).toBeInViewport({ ratio: 1 })
  await turnTo('Query').click()
  await expect(editor).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(search).toBeVisible()
  await expect(drawer).toHaveCount(0)
  await expect(editor).toHaveAttribute('data-same', '')
  await editor.focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editor).toHaveText('SELECT 1 AS n')
})

test('the options of two thousand columns appear at once, and each can be found and moved (TABLE-06)', async ({
  adminPage: page,
  workshop,
}) => {
  const last = 1999
  const columns = Array.from({ length: last + 1 }, (_, index) => `${index} AS c${index}`)
  const query = await workshop.makeRunQuery({ query: `SELECT ${columns.join(', ')}` })
  await page.goto(`/queries/${query.id}#${query.visualizations[0]?.id}`)
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  const items = visualizationEditor(page).getByRole('list', { name: 'Columns' }).getByRole('listitem')
  await expect(items.first()).toHaveAttribute('aria-setsize', String(last + 1))
  expect(await items.count(), 'items on the page').toBeLessThan(100)
  await visualizationEditor(page)
    .getByRole('tabpanel', { name: 'Columns' })
    .evaluate((panel) => panel.scrollTo(0, panel.scrollHeight))
  await button(page, `Hide c${last}`).click()
  const handle = button(page, `Move c${last}, use the up and down arrow keys`)
  for (let step = 0; step < 20; step++) await handle.press('ArrowUp')
  await expect(handle).toBeFocused()
  await expect(handle).toBeInViewport()
  const saved: { columns: { name: string; visible?: boolean }[] } = await savedOptions(page)
  expect(saved.columns).toHaveLength(last + 1)
  expect(saved.columns[last - 20]).toMatchObject({ name: `c${last}`, visible: false })
})

test('a click on a box filters the other widgets by its x value', async ({ adminPage: page, adminCall, workshop }) => {
  const query = await workshop.makeRunQuery({
    query: `SELECT CASE WHEN i < 50 THEN 'DE' ELSE 'FR' END AS land, i % 50 AS n FROM range(100) t(i)`,
  })
  const chart = await workshop.makeVisualization(query, 'CHART', 'Boxes', {
    globalSeriesType: 'box',
    columnMapping: { land: 'x', n: 'y' },
  })
  const board = await makeBoard(adminCall)
  const options = { position: { col: 0, row: 0, sizeX: 3, sizeY: 8 }, filtersByClicks: true }
  await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: chart.id, options } })
  const other = await workshop.makeRunQuery({ name: 'Rows', query: "SELECT * FROM (VALUES ('DE', 1), ('FR', 2)) t(land, n)" })
  await addTable(adminCall, board, other, { col: 3, row: 0, sizeX: 3, sizeY: 8 })
  await open(page, board)
  const first = widget(page, 'Rows – Table').locator('[role=row][aria-rowindex="2"]')
  await expect(first).toContainText('DE')
  await clickInChart(page.locator('[data-picks]'), [0.76, 0.45])
  await expect(page.getByRole('list', { name: 'Chosen marks' })).toHaveText('Land: FR · 1 of 1 other widget')
  await expect(first).toContainText('FR')
})
