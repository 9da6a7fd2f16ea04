import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { expectAccessible, setTheme } from '../page.ts'
import { choose, editorOf, executeButton, expect, test, writeQuery } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import {
  editorButton,
  fullScreenEditor,
  previewOf,
  saveButton,
  savedOptions,
  settingsPanel,
  typeCards,
} from '../visualization-editor.ts'

const SALES = "SELECT * FROM (VALUES ('Lima', 4, 40), ('Oslo', 7, 20), ('Rome', 5, 90)) t(city, sold, profit)"

const nameField = (page: Page) => settingsPanel(page).getByRole('textbox', { name: 'Visualization Name' })
const typeField = (page: Page) => settingsPanel(page).getByRole('combobox', { name: 'Visualization Type' })
const chart = (page: Page) => previewOf(page).getByRole('img', { name: / chart/ })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' })
const widthOf = async (page: Page) => (await settingsPanel(page).boundingBox())?.width

test('a chart is made beside the result with the mouse, while the query is changed and run (OPEN-248, OPEN-249)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: SALES })
  await page.goto(`/queries/${query.id}/source`)
  await page.getByRole('button', { name: 'New Visualization' }).click()
  // The types that fit come first, with pictures of this result.
  const fitting = typeCards(page).getByRole('group', { name: 'Fits this result' })
  await expect(fitting.getByRole('option').nth(1)).toHaveAccessibleName('Pie')
  await expect(fitting.getByRole('option', { name: 'Pie', exact: true }).locator('canvas')).toBeVisible()
  await expect(typeCards(page).getByRole('option', { name: 'Calendar' })).toHaveAccessibleDescription('Needs a column of dates')
  await expectAccessible(page)
  await fitting.getByRole('option', { name: 'Bar', exact: true }).click()
  await expect(chart(page)).toHaveAccessibleName(/Bar chart of .*Lima/)
  await nameField(page).fill('Sold in each city')
  await expect(tab(page, 'Sold in each city')).toHaveAttribute('aria-selected', 'true')

  // The chart stands at the left of its settings, in its real size.
  const [preview, panel] = [await previewOf(page).boundingBox(), await settingsPanel(page).boundingBox()]
  expect((preview?.x ?? 0) + (preview?.width ?? 0)).toBeLessThanOrEqual((panel?.x ?? 0) + 1)

  await choose(page, 'Stacking', 'Stack')
  await writeQuery(page, SALES.replace("('Rome', 5, 90)", "('Rome', 5, 90), ('Kyiv', 9, 30)"))
  await executeButton(page).click()
  await expect(chart(page)).toHaveAccessibleName(/Kyiv/)
  await expect(nameField(page)).toHaveValue('Sold in each city')
  // The pointer is still over the button, whose color then differs.
  await page.mouse.move(0, 0)
  await setTheme(page, 'dark')
  await expectAccessible(page)
  await setTheme(page, 'light')

  await page.getByRole('button', { name: 'Open Full Screen' }).click()
  await expect(fullScreenEditor(page).getByRole('textbox', { name: 'Visualization Name' })).toHaveValue('Sold in each city')
  await page.keyboard.press('Escape')
  await expect(fullScreenEditor(page)).toBeHidden()
  await expect(nameField(page)).toHaveValue('Sold in each city')

  expect(await savedOptions(page)).toMatchObject({
    globalSeriesType: 'column',
    columnMapping: { city: 'x' },
    series: { stacking: 'stack' },
  })
  await expect(settingsPanel(page)).toBeHidden()
  await expect(tab(page, 'Sold in each city')).toHaveAttribute('aria-selected', 'true')
  // The query itself is still not saved.
  await expect(page.getByText('Unsaved changes')).toBeVisible()
})

test('changes of a chart are lost only after a question, and the link of the page keeps its settings open (OPEN-248)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: SALES })
  const options = { globalSeriesType: 'column', columnMapping: { city: 'x', profit: 'y' } }
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Profit', options)
  const { id: dashboard_id, slug } = await adminCall(api.dashboards.create, { body: { name: 'Shows profit' } })
  await adminCall(api.widgets.create, { body: { dashboard_id, visualization_id: id, text: '', width: 1, options: {} } })
  await page.goto(`/dashboards/${dashboard_id}-${slug}`)
  await page.getByRole('button', { name: 'Widget menu' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Edit Visualization' }).press('Enter')
  await expect(page).toHaveURL(`/queries/${query.id}#${id}/edit`)
  await expect(nameField(page)).toHaveValue('Profit')
  await nameField(page).fill('Profit in each city')
  await tab(page, 'Table').click()
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Keep Editing' }).click()
  await expect(tab(page, 'Profit in each city')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Edit Source' }).click()
  await page
    .getByRole('dialog', { name: 'Are you sure you want to leave this page?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await expect(nameField(page)).toHaveValue('Profit in each city')
  await tab(page, 'Table').click()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(tab(page, 'Table')).toHaveAttribute('aria-selected', 'true')
  await expect(tab(page, 'Profit')).toBeVisible()
  await expect(settingsPanel(page)).toBeHidden()

  await tab(page, 'Profit').click()
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  await page.reload()
  await expect(nameField(page)).toHaveValue('Profit')
})

test('a visualization is edited beside the result by keyboard alone, and keeps its columns in another type (OPEN-248, OPEN-249, OPEN-250)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: SALES })
  const options = { globalSeriesType: 'column', columnMapping: { city: 'x', profit: 'y' } }
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Profit', options)
  await page.goto(`/queries/${query.id}/source#${id}`)
  const open = page.getByRole('button', { name: 'Edit Visualization' })
  await open.press('Enter')
  await expect(typeField(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(typeCards(page).getByRole('option', { name: 'Bar', exact: true })).toBeFocused()
  await page.keyboard.type('fun')
  await expect(typeCards(page).getByRole('option', { name: 'Funnel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(typeField(page)).toBeFocused()
  await expect(typeField(page)).toHaveText('Funnel')
  // The column of the chart, not the first column of numbers.
  await expect(previewOf(page).getByRole('table')).toContainText('90')
  await expect(nameField(page)).toHaveValue('Profit')
  // In the panel, the shortcut saves the visualization instead of the query.
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(`/visualizations/${id}`))
  await page.keyboard.press('ControlOrMeta+s')
  expect((await sent).postDataJSON()).toMatchObject({
    type: 'FUNNEL',
    name: 'Profit',
    options: { stepCol: { colName: 'city' }, valueCol: { colName: 'profit' } },
  })
  await expectToast(page, 'Visualization saved')
  await expect(settingsPanel(page)).toBeHidden()
  await expect(open).toBeFocused()

  await page.keyboard.press('Enter')
  const handle = settingsPanel(page).getByRole('separator', { name: 'Width of the settings' })
  await handle.press('ArrowLeft')
  await expect.poll(() => widthOf(page)).toBe(396)
  await handle.press('Escape')
  await expect(settingsPanel(page)).toBeHidden()
  await expect(open).toBeFocused()
  // The width is remembered.
  await page.reload()
  await open.click()
  await expect.poll(() => widthOf(page)).toBe(396)
  await expect(editorOf(page)).toBeVisible()
})

test('the settings stand below the result in a narrow window and fill the screen of a phone (OPEN-248)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: SALES })
  await page.setViewportSize({ width: 900, height: 800 })
  await page.goto(`/queries/${query.id}#add`)
  await expect(chart(page)).toBeVisible()
  const [preview, panel] = [await previewOf(page).boundingBox(), await settingsPanel(page).boundingBox()]
  expect((preview?.y ?? 0) + (preview?.height ?? 0)).toBeLessThanOrEqual((panel?.y ?? 0) + 1)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => fullScreenEditor(page).boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await expect(editorButton(page, 'Exit Full Screen')).toHaveCount(0)
  await expectAccessible(page)
  await choose(page, 'Visualization Type', 'Pie')
  await saveButton(page).click()
  await expectToast(page, 'Visualization saved')
  await expect(fullScreenEditor(page)).toBeHidden()
  await expect(page.getByRole('img', { name: /Pie chart/ })).toBeVisible()
})
