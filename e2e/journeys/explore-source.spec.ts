import { button, dialog } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { cellAt, expect, test } from '../queries.ts'
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
