import { expectAccessible, setTheme } from '../page.ts'
import { choose, expect, test } from '../queries.ts'
import { previewOf, savedOptions, visualizationEditor } from '../visualization-editor.ts'

const SALES = `SELECT * FROM (VALUES (DATE '2026-03-01', 'Bern', 90), (DATE '2026-01-01', 'Bern', 80), (DATE '2026-02-01', 'Bern', 100),
  (DATE '2026-02-01', 'Oslo', 7)) t("month", town, sales)`

test('numbers of a column are shown with their change since an earlier row, whatever the table sorts (OPEN-251)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Sales by month', query: SALES })
  const { id } = await workshop.makeVisualization(query, 'TABLE', 'Against before', {})
  await page.goto(`/queries/${query.id}#${id}`)
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  const editor = visualizationEditor(page)
  await editor.getByRole('list', { name: 'Columns' }).getByRole('button', { name: 'sales', exact: true }).click()
  await choose(page, 'Compare with', 'The row above')
  await expect(editor.getByText(/^The row above is that in the order of the query\./)).toBeVisible()
  const preview = previewOf(page)
  await expect(preview.getByRole('gridcell', { name: '80 , down 11.1% from 90, the row above' })).toBeVisible()

  await choose(page, 'Compare with', 'One month earlier')
  await expect(editor.getByRole('combobox', { name: 'Time column' })).toHaveValue('month')
  // February has two rows, of which none is the one before March.
  await expect(preview.getByRole('gridcell', { name: '90', exact: true })).toBeVisible()
  await choose(page, 'Only rows with the same', 'town')
  const march = preview.getByRole('gridcell', { name: '90 , down 10.0% from 100, one month earlier' })
  await expect(march).toBeVisible()
  await expect(march.locator('[data-good=false]')).toBeVisible()
  await expect(preview.getByRole('gridcell', { name: '7', exact: true })).toBeVisible()
  await preview.getByRole('columnheader', { name: 'sales' }).click()
  await expect(march).toBeVisible()
  await expectAccessible(page)
  expect(await savedOptions(page)).toMatchObject({
    columns: [
      { name: 'month' },
      { name: 'town' },
      { name: 'sales', comparedWith: 'month', comparedTime: 'month', comparedGroup: 'town' },
    ],
  })
  await setTheme(page, 'dark')
  await expect(page.getByRole('gridcell', { name: '100 , up 25.0% from 80, one month earlier' })).toBeVisible()
  await expectAccessible(page)
})
