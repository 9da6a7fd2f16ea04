import type { Locator, Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { ADMIN } from '../admin.ts'
import { cellAt, dialog, editorOf, expect, TEN_ROWS, test } from '../queries.ts'
import { title } from '../query-page.ts'
import { expectToast } from '../toasts.ts'
import { previewOf, visualizationEditor } from '../visualization-editor.ts'

/** Upper bound of tab stops on a page; beyond it the element counts as unreachable. */
const MOST_STOPS = 80

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const hasFocus = () => target.evaluate((element) => element.contains(document.activeElement))
  for (let stop = 0; !(await hasFocus()); stop++) {
    expect(stop, `stops on the way to ${target}`).toBeLessThan(MOST_STOPS)
    // Tab indents in the editor; Escape first lets Tab move the focus.
    if (await isInText(page)) await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
  }
}

const isInText = (page: Page) => page.evaluate(() => document.activeElement?.classList.contains('cm-content') === true)

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

// Uses only the keyboard: no click, hover or programmatic focus.
test('a user gets from sign-in to a published query with a chart by keyboard alone (EDIT-19, QPAGE-07, QPAGE-10, SHELL-19)', async ({
  quietPage: page,
  adminCall,
  workshop,
}) => {
  expect(workshop.sourceId).toBeGreaterThan(0)
  await adminCall(api.dataSources.create, { body: { name: 'Zeppelins', type: 'duckdb', options: { dbpath: ':memory:' } } })

  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(ADMIN.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(ADMIN.password)
  await press(page, 'Enter')
  await expect(page).toHaveURL('/')

  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Create', exact: true }))
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Query' })).toBeFocused()
  await press(page, 'Enter')
  await expect(page).toHaveURL('/queries/new')

  const picker = page.getByRole('button', { name: /^Data source:/ })
  await tabTo(page, picker)
  await press(page, 'Enter')
  await expect(page.getByRole('textbox', { name: 'Search data sources' })).toBeFocused()
  await page.keyboard.type('zepp')
  await expect(page.locator('[role=option][data-combobox-selected]')).toHaveText(/^Zeppelins/)
  await press(page, 'Enter')
  await expect(picker).toHaveAccessibleName('Data source: Zeppelins')
  await expect(picker).toBeFocused()

  await tabTo(page, editorOf(page))
  await page.keyboard.type(TEN_ROWS)
  await press(page, 'Escape', 'ControlOrMeta+Enter')
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()

  await tabTo(page, page.getByRole('grid'))
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight')
  await expect(cellAt(page, 1, 1)).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  await expect(dialog(page, 'squared')).toContainText('1')
  await press(page, 'Escape')
  await expect(dialog(page, 'squared')).toBeHidden()
  await expect(page.getByRole('grid')).toBeFocused()

  await press(page, 'ControlOrMeta+s')
  await expectToast(page, 'Query saved')
  await expect(page).toHaveURL(/\/queries\/\d+\/source$/)
  await tabTo(page, page.getByRole('button', { name: 'New Visualization' }))
  await press(page, 'Enter')
  const chart = visualizationEditor(page)
  await tabTo(page, chart.getByRole('textbox', { name: 'Visualization Name' }))
  await press(page, 'ControlOrMeta+a')
  await page.keyboard.type('Squares')
  await expect(previewOf(page).locator('canvas')).toBeVisible()
  await tabTo(page, chart.getByRole('button', { name: /^Save/ }))
  await press(page, 'Enter')
  await expect(chart).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Squares' })).toHaveAttribute('aria-selected', 'true')

  await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }))
  await press(page, 'Enter')
  await expectToast(page, 'Query saved and published')
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeHidden()
  await tabTo(page, page.getByRole('textbox', { name: 'Name of the query' }).or(title(page)))
  await press(page, 'ControlOrMeta+a')
  await page.keyboard.type('Squares of ten')
  await press(page, 'Enter')
  await expect(title(page)).toHaveText('Squares of ten')

  await press(page, '/')
  await expect(page.getByPlaceholder('Search queries...')).toBeFocused()
  await page.keyboard.type('squares of')
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/queries\?q=squares/)
  await tabTo(page, page.getByRole('table').getByRole('link', { name: 'Squares of ten' }))
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/queries\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Squares of ten' })).toBeVisible()
})
