import { api } from '@sightline/contract/api.ts'
import { dialog, makeBoard, open, widget } from '../boards.ts'
import { expectAccessible, setTheme } from '../page.ts'
import { expect, test } from '../queries.ts'
import { previewOf, savedOptions, visualizationEditor } from '../visualization-editor.ts'

const DELAYS = `SELECT * FROM (VALUES ('Delta', 'EWR', 'Q1', 10), ('Delta', 'EWR', 'Q1', 20), ('Delta', 'SFO', 'Q2', 60),
  ('United', 'EWR', 'Q1', 5), ('United', 'EWR', 'Q2', 7)) t(carrier, hub, quarter, delay)`
const ARRANGED = { rows: ['carrier', 'hub'], cols: ['quarter'], vals: ['delay'], aggregatorName: 'Average' }

test('a pivot table becomes a report: subtotals, formats, an order by a column, and the rows behind a cell (PIVOT-06, PIVOT-07, PIVOT-08)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Delays', query: DELAYS })
  const { id } = await workshop.makeVisualization(query, 'PIVOT', 'By hub', ARRANGED)
  await page.goto(`/queries/${query.id}#${id}`)
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  const editor = visualizationEditor(page)
  const preview = previewOf(page).getByRole('table')
  await expect(preview.getByRole('row').nth(1)).toHaveText('DeltaEWR1515')
  await editor.getByRole('switch', { name: 'Show Subtotals of Rows' }).click()
  // The average of the three rows of Delta, not of the averages in its cells.
  await expect(preview.getByRole('row').nth(3)).toHaveText('Delta Total156030')
  await editor.getByRole('combobox', { name: 'Number Format of Average' }).click()
  await page.getByRole('option', { name: /^Decimals/ }).click()
  await expect(preview.getByRole('row').nth(3)).toHaveText('Delta Total15.0060.0030.00')
  await preview.getByRole('button', { name: 'Q2' }).click()
  await expect(preview.getByRole('columnheader', { name: 'Q2' })).toHaveAttribute('aria-sort', 'descending')
  await expect(preview.getByRole('row').nth(1)).toHaveText('DeltaSFO60.0060.00')
  await expectAccessible(page)
  expect(await savedOptions(page)).toMatchObject({
    subtotals: { rows: true, cols: false },
    numberFormats: { Average: '0,0.00' },
    sortBy: { column: ['Q2'], descending: true },
  })

  const board = await makeBoard(adminCall)
  const options = { position: { col: 0, row: 0, sizeX: 4, sizeY: 10 } }
  await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: id, options } })
  await open(page, board)
  const table = widget(page, 'Delays – By hub').getByRole('table')
  await table.getByRole('button', { name: 'Delta', exact: true }).press('Enter')
  await expect(table.getByRole('row').nth(1)).toHaveText('Delta15.0060.0030.00')
  await expect(table.getByRole('button', { name: 'Delta', exact: true })).toHaveAttribute('aria-expanded', 'false')
  await expectAccessible(page)
  await setTheme(page, 'dark')
  await expectAccessible(page)

  // The subtotal of Delta in Q1, reached by the arrow keys from the head of the column.
  await table.getByRole('button', { name: 'Q1' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(table.getByRole('button', { name: '15.00', exact: true }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  const card = dialog(page, 'Rows where carrier is Delta and quarter is Q1')
  await expect(card.getByText('2 of 5 rows')).toBeVisible()
  await page.keyboard.press('Escape')
  await table.getByRole('row').last().getByRole('button').nth(1).click()
  await expect(dialog(page, 'Rows where quarter is Q2').getByText('2 of 5 rows')).toBeVisible()
})
