import { expectAccessible } from '../page.ts'
import { editorOf, executeButton, expect, openNewQuery, schemaTree, test, writeQuery } from '../queries.ts'
import { rename } from '../query-page.ts'
import { alterAnswer } from '../traffic.ts'

test('suggestions complete functions, and the tables and columns that the query defines itself (EDIT-37, EDIT-38, EDIT-40)', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, 'WITH busy AS (SELECT origin, count(*) AS n FROM flights GROUP BY 1) ')
  const options = page.locator('.cm-tooltip-autocomplete').getByRole('option')
  await expect(schemaTree(page)).toBeVisible()
  await page.keyboard.type('SELECT * FROM bu')
  await expect(options.first()).toHaveText(/^busy/)
  await page.keyboard.press('Enter')
  await page.keyboard.type(' WHERE busy.')
  await page.keyboard.press('Control+Space')
  await expect(options).toHaveText([/^n/, /^origin/])
  await page.keyboard.press('Escape')
  await page.keyboard.type('n > date_tr')
  await expect(options.first()).toHaveText('date_trunc(part, source)')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(editorOf(page)).toContainText('WHERE busy.n > date_trunc()')
  await writeQuery(page, '')
})

test('suggestions while typing can be switched off permanently (EDIT-26)', async ({ adminPage: page }) => {
  await page.clock.install()
  await openNewQuery(page, 'SELECT * FROM ')
  const toggle = page.getByRole('button', { name: 'Live autocomplete' })
  const suggestions = page.locator('.cm-tooltip-autocomplete')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(schemaTree(page)).toBeVisible()
  await page.keyboard.type('fli')
  await expect(suggestions.getByRole('option', { name: 'flights' })).toBeVisible()
  await page.keyboard.press('Escape')

  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await writeQuery(page, 'SELECT * FROM ')
  await page.keyboard.type('air')
  await expect(editorOf(page)).toContainText('FROM air')
  // Longer than the delay of automatic suggestions.
  await page.clock.runFor(1000)
  await expect(suggestions).toBeHidden()
  // Ctrl+Space still opens suggestions.
  await page.keyboard.press('Control+Space')
  await expect(suggestions.getByRole('option', { name: 'airports' })).toBeVisible()
  await writeQuery(page, '')

  await page.reload()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

test('a schema of more than 5000 columns gives no suggestions (EDIT-27)', async ({ adminPage: page }) => {
  const columns = Array.from({ length: 5001 }, (_column, index) => ({ name: `c${index}`, type: 'INTEGER' }))
  await alterAnswer(page, '**/schema', () => ({ schema: [{ name: 'wide', columns }] }))
  await page.goto('/queries/new')
  await expect(schemaTree(page).getByRole('treeitem', { name: 'wide' })).toBeVisible()
  const toggle = page.getByRole('button', { name: 'Live autocomplete' })
  await expect(toggle).toBeDisabled()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

test('the editor suggests columns of the tables in the query', async ({ adminPage: page }) => {
  await openNewQuery(page, 'SELECT  FROM flights')
  await expect(schemaTree(page)).toBeVisible()
  await page.keyboard.press('Home')
  for (let step = 0; step < 'SELECT '.length; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('delay')
  await page.locator('.cm-tooltip-autocomplete').getByRole('option', { name: 'delay_min' }).click()
  await expect(editorOf(page)).toContainText('SELECT delay_min FROM flights')
})

test('before a table is named, the columns of all tables are suggested, but none where a table belongs (EDIT-28)', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, 'SELECT ')
  await expect(schemaTree(page)).toBeVisible()
  const suggestions = page.locator('.cm-tooltip-autocomplete')
  await page.keyboard.type('iat')
  await suggestions.getByRole('option', { name: 'iata' }).click()
  await expect(editorOf(page)).toHaveText('SELECT iata')
  await page.keyboard.type(' FROM airp')
  await expect(suggestions.getByRole('option')).toHaveText([/airports/])
})

test('the list of suggestions does not open after the editor has lost the focus (EDIT-46)', async ({ adminPage: page }) => {
  await page.goto('/queries/new')
  await editorOf(page).click()
  await page.keyboard.insertText('SELECT * FROM airports ORDER BY state, longitude')
  await rename(page, 'Airports')
  await executeButton(page).click()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(page.locator('.cm-tooltip-autocomplete')).toHaveCount(0)
})
