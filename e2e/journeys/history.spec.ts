import { api } from '@sightline/contract/api.ts'
import { expectAccessible } from '../page.ts'
import { editorOf, expect, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'

test('versions of a query are compared and restored, and its executions are listed with their values (OPEN-513)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeQuery({ query: 'SELECT {{ n }} AS n\nFROM range(2)' })
  const save = (body: object) => adminCall(api.queries.update, { params: { id: query.id }, body })
  await save({ options: { parameters: [{ name: 'n', type: 'number', title: 'Count', value: 4 }] } })
  await save({ query: 'SELECT 5 AS n', options: {}, name: 'Plain' })
  await workshop.makeRunQuery({})
  await adminCall(api.executions.runQuery, { params: { id: query.id }, body: { max_age: 0, wait: 30_000 } })

  await page.goto(`/queries/${query.id}/source`)
  await expect(editorOf(page)).toHaveText('SELECT 5 AS n')
  const open = async (entry: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    return page.getByRole('dialog', { name: entry })
  }
  const history = await open('Version History')
  const versions = history.getByRole('list', { name: 'Versions' }).getByRole('button')
  await expect(versions).toHaveText([
    /Version 3 just now.*name, text, parameters/,
    /Version 2 just now.*parameters/,
    /Version 1 just now.*first known version/,
  ])
  const differences = history.getByRole('region', { name: 'Changes in the text' })
  await expect(differences).toContainText('removed: SELECT {{ n }} AS n')
  await expect(differences).toContainText('added: SELECT 5 AS n')
  await expectAccessible(page)
  await versions.nth(1).click()
  await expect(history.getByText('No changes.')).toBeVisible()
  await history.getByText('Compared with the Editor').click()
  await expect(differences).toContainText('removed: FROM range(2)')
  await history.getByRole('button', { name: 'Restore in Editor' }).click()
  await expectToast(page, 'Version 2 restored in the editor')
  await expect(editorOf(page)).toContainText('SELECT {{ n }} AS n')
  await expect(page.getByRole('textbox', { name: 'Count' })).toHaveValue('4')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, 'Query saved')
  expect(await adminCall(api.queries.get, { params: { id: query.id } })).toMatchObject({
    query: 'SELECT {{ n }} AS n\nFROM range(2)',
    options: { parameters: [{ name: 'n', type: 'number', title: 'Count', value: 4 }] },
    version: 4,
  })

  const values = { max_age: 0, wait: 30_000, parameters: { n: 7 } }
  await adminCall(api.executions.runQuery, { params: { id: query.id }, body: values })
  const past = await open('Past Executions')
  const row = past.getByRole('table', { name: 'Past executions' }).getByRole('row').nth(1)
  await expect(row).toContainText('mara')
  await expect(row).toContainText('Done')
  await expect(row.getByRole('cell').last()).toHaveText('2')
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/screens/past-executions.png', animations: 'disabled' })
  await past.getByRole('link', { name: 'Count: 7' }).click()
  await expect(page).toHaveURL(/\/source\?p_n=7/)
  await expect(page.getByRole('textbox', { name: 'Count' })).toHaveValue('7')
})

test('long values of past executions leave room for the outcome, in the order of the parameters (OPEN-700)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const names = ['town', 'a', 'n', 'country']
  const parameters = names.map((name) => ({ name, type: 'text', value: '', passAsValue: true }))
  const text = `SELECT ${names.map((name) => `'{{ ${name} }}' AS ${name}`).join(', ')}`
  const query = await workshop.makeQuery({ query: text, options: { parameters } })
  const values = Object.fromEntries(names.map((name) => [name, `${name} `.repeat(60)]))
  const run = { max_age: 0, wait: 30_000, parameters: values }
  await adminCall(api.executions.runQuery, { params: { id: query.id }, body: run })
  await page.goto(`/queries/${query.id}/source`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Past Executions' }).click()
  const table = page.getByRole('table', { name: 'Past executions' })
  await expect(table.getByRole('link')).toHaveText(/^Town: town .*· A: a .*· N: n .*· Country: country/)
  await expect(table.getByRole('columnheader', { name: 'Rows' })).toBeInViewport({ ratio: 1 })
  await expect(table.getByRole('cell').last()).toBeInViewport({ ratio: 1 })
})
