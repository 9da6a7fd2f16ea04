import type { Page } from '@playwright/test'
import { button, dialog, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { cellAt, expect, schemaTree, test } from '../queries.ts'
import { headings } from '../result-table.ts'
import { expectToast } from '../toasts.ts'

test('what was explored in the first rows of a table is saved as a query of the whole table (OPEN-240)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'cars (first 9 rows)', query: 'SELECT * FROM cars LIMIT 9' })
  await page.goto(`/queries/${query.id}/explore?by=each%3Aorigin&show=count`)
  await expect(page.getByText(/ groups? of 9 rows$/)).toBeVisible()
  await button(page, 'Keep the result').press('Enter')
  await page.getByRole('menuitem', { name: 'Save as Query', exact: true }).press('Enter')
  const form = dialog(page, 'Save as Query')
  const onSource = form.getByRole('radio', { name: /^On the data source/ })
  await expect(onSource).toBeChecked()
  await expect(form.getByText('covers all rows of the table, not only the first 9.')).toBeVisible()
  await expect(form.getByText('FROM cars GROUP BY')).toBeVisible()
  await expectAccessible(page)
  await expect(onSource).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(form.getByText(`FROM cached_query_${query.id}`)).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Query saved')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('cars by Origin')
  await expect(headings(page)).toHaveText(['origin', 'rows'])
  await expect(cellAt(page, 0, 1)).toHaveText('254')
})

/** Chooses an option of a dropdown by typing a part of it. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).focus()
  await page.keyboard.type(text)
  await expect(page.getByRole('option')).toHaveText([text])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('the keyboard leads a person without SQL from a table over a pivot table to a dashboard (OPEN-241, OPEN-242)', async ({
  adminPage: page,
  workshop,
}) => {
  await page.goto(`/queries/new?source=${workshop.sourceId}`)
  await expect(schemaTree(page).getByRole('treeitem', { name: /^weather/ })).toBeVisible()
  await schemaTree(page).focus()
  // The table before the last one.
  for (const key of ['End', 'ArrowUp', 'p']) await page.keyboard.press(key)
  await button(dialog(page, 'weather'), 'Explore').press('Enter')
  // Exact, as the descriptions of the columns' profiles contain the same words.
  await expect(page.getByText('2,922 rows', { exact: true })).toBeVisible()

  await typeInto(page, 'Add filter', 'weather')
  await typeInto(page, 'Value of filter 1', 'sun')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/filtered: \S+ of 2,922 rows/)).toBeVisible()
  await typeInto(page, 'Add column', 'date')
  await typeInto(page, 'Add column', 'location')
  await expect(headings(page)).toHaveText(['date_month', 'location', 'rows'])
  await page.getByRole('checkbox', { name: 'Values of location in columns' }).focus()
  await page.keyboard.press('Space')
  await expect(headings(page)).toHaveText(['date_month', 'New York', 'Seattle'])
  await expect(page.getByText(/^48 lines, 2 values of location in columns · 96 groups of /)).toBeVisible()
  await expect(page).toHaveURL(/across=location/)
  await expect(cellAt(page, 0, 1)).toHaveText('18')
  await expectAccessible(page)

  await page.getByRole('radio', { name: 'Table' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('canvas').first()).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(headings(page)).toHaveText(['date_month', 'New York', 'Seattle'])

  await button(page, 'Keep the result').press('Enter')
  await page.getByRole('menuitem', { name: 'Add to Dashboard', exact: true }).press('Enter')
  await expect(dialog(page, 'Add to Dashboard').getByRole('radio', { name: /^On the data source/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const board = dialog(page, 'Add to Dashboard').getByRole('textbox', { name: 'Dashboard' })
  await expect(board).toBeFocused()
  await page.keyboard.type('Sunny days')
  await button(dialog(page, 'Add to Dashboard'), 'Add to a new dashboard “Sunny days”').press('Enter')
  await expectToast(page, 'Widget added to dashboard.')

  await page.goto('/dashboard/sunny-days')
  const pivot = widget(page, /Count of rows by Location/)
  await expect(pivot.getByRole('columnheader', { name: 'Seattle' })).toBeVisible()
  await expect(pivot.getByRole('row', { name: /^2012-01-01/ })).toHaveText(/^2012-01-01\s*18\s*4\s*22$/)
  await expectAccessible(page)
})
