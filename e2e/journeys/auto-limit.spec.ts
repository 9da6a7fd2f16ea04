import { addTable, button, makeBoard, open, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { cellAt, editorOf, expect, openNewQuery, test } from '../queries.ts'

const MANY = 'SELECT i AS n FROM range(2500) t(i)'

test('a chip switches the limit of an unsaved query, and the result says that it was limited (QPAGE-70, OPEN-163)', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, MANY)
  const chip = page.getByRole('button', { name: /row limit/ })
  await expect(chip).toHaveText('No limit')
  await chip.click()
  await expect(chip).toHaveText('LIMIT 1000')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('First 1,000 rows, limited.')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Run without limit').click()
  await expect(page.getByText('2,500 rows', { exact: true })).toBeVisible()
  await expect(page.getByText('First 1,000 rows, limited.')).toHaveCount(0)
  await expect(chip).toHaveText('LIMIT 1000')
  // A query that does not get the limit says so.
  await editorOf(page).fill(`${MANY} LIMIT 2000`)
  await expect(chip).toHaveText('No limit added')
  await editorOf(page).fill(`${MANY} -- LIMIT 2000`)
  await expect(chip).toHaveText('LIMIT 1000')
})

test('a saved query keeps its limit after a run without it, and its widget shows the limit (EXEC-37, QPAGE-70)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Limited', query: MANY, options: { apply_auto_limit: true } })
  await page.goto(`/queries/${query.id}`)
  await button(page, 'Run without limit').click()
  await expect(page.getByText('2,500 rows', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('First 1,000 rows, limited.')).toBeVisible()
  const board = await makeBoard(adminCall)
  await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 6, sizeY: 8 })
  await open(page, board)
  await expect(cellAt(page, 0, 0)).toHaveText('0')
  await expect(widget(page, /Limited/).getByText('First 1,000 rows')).toBeVisible()

  await page.goto(`/queries/${query.id}/source`)
  await page.getByRole('button', { name: /row limit/ }).click()
  await expect(page.getByRole('button', { name: /row limit/ })).toHaveText('No limit')
  await page.reload()
  await expect(page.getByRole('button', { name: /row limit/ })).toHaveText('No limit')
})
