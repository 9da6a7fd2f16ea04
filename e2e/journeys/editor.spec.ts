import { api } from '@sightline/contract/api.ts'
import { defaultPermissions } from '@sightline/contract/permissions.ts'
import { queries } from '@sightline/contract/queries.ts'
import { EXPORT_FORMAT, EXPORT_VERSION } from '@sightline/contract/transfer.ts'
import { expectAccessible, withoutPermissions } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'
import { cellAt, editorOf, executeButton, expect, openNewQuery, TEN_ROWS, test, writeQuery } from '../queries.ts'
import { title } from '../query-page.ts'
import { expectToast } from '../toasts.ts'
import { alterAnswer, watchRequests } from '../traffic.ts'

test('mod+s saves (EDIT-18)', async ({ adminPage: page, adminCall, workshop }) => {
  const query = await workshop.makeQuery({})
  await page.goto(`/queries/${query.id}/source`)
  await writeQuery(page, 'SELECT 3 AS three')
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, 'Query saved')
  expect((await adminCall(queries.get, { params: { id: query.id } })).query).toBe('SELECT 3 AS three')
})

test('mod+enter and alt+enter execute (EDIT-19)', async ({ adminPage: page }) => {
  await openNewQuery(page, TEN_ROWS)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
  await writeQuery(page, 'SELECT 1 AS one')
  await page.keyboard.press('Alt+Enter')
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
})

test('mod+shift+f formats the query (EDIT-21, EDIT-22, EDIT-24)', async ({ adminPage: page }) => {
  await openNewQuery(page, 'select origin, count(*) from flights group by origin')
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/queries/format'))
  await page.keyboard.press('ControlOrMeta+Shift+F')
  expect((await sent).postDataJSON()).toEqual({
    query: 'select origin, count(*) from flights group by origin',
    dialect: 'duckdb',
  })
  await expect(page.locator('.cm-line').first()).toHaveText('SELECT')
  await expect(editorOf(page)).toContainText('GROUP BY')
  await writeQuery(page, ' ')
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await expectToast(page, "Can't execute empty query.")
})

test('a new query is written, formatted and run statement by statement without the mouse (EDIT-32, EDIT-33, EDIT-35, EDIT-36)', async ({
  adminPage: page,
  adminCall,
}) => {
  const { count } = await adminCall(queries.list)
  await page.goto('/')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.keyboard.type('cq')
  await expect(editorOf(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, 'An empty query cannot be saved.')

  await page.keyboard.insertText('select 1 as one; select 2 as two')
  await page.getByRole('button', { name: 'Format query' }).click()
  await expect(page.locator('.cm-line').first()).toHaveText('SELECT')
  await expect(editorOf(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editorOf(page)).toHaveText('select 1 as one; select 2 as two')

  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('columnheader', { name: 'two' })).toBeVisible()
  await expect(page.getByText('Last result of 2 statements')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(page.getByRole('columnheader', { name: 'one' })).toBeVisible()
  await expect(page.getByText('Result of a part of the query')).toBeVisible()
  await expect(page.getByText('Last result of 2 statements')).toBeHidden()
  await expectAccessible(page)
  expect((await adminCall(queries.list)).count).toBe(count)
})

test('a new query from the menu or the command palette has the focus in the editor; an empty one is not saved (EDIT-32, EDIT-34)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeQuery({ query: 'SELECT 1' })
  await page.goto(`/queries/${query.id}/source`)
  await writeQuery(page, ' ')
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, 'An empty query cannot be saved.')
  await writeQuery(page, 'SELECT 1')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Query' }).click()
  await expect(page).toHaveURL('/queries/new')
  await expect(editorOf(page)).toBeFocused()
  await page.getByRole('link', { name: 'Sightline, home' }).click()
  await expect(page).toHaveURL('/')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
  await page.keyboard.type('new que')
  await expect(page.getByRole('option', { name: 'New Query' })).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/queries/new')
  await expect(editorOf(page)).toBeFocused()
})

test('query text that is neither SQL nor JSON is not formatted (EDIT-25)', async ({ adminPage: page }) => {
  await page.route('**/api/data_sources', async (route) => {
    const response = await route.fetch()
    const sources: object[] = await response.json()
    await route.fulfill({ response, json: sources.map((source) => ({ ...source, syntax: 'yaml' })) })
  })
  await openNewQuery(page, 'url: /')
  const asked = watchRequests(page, 'POST', /\/api\/queries\/format/)
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await expectToast(page, 'Query formatting is not supported for your data source syntax.')
  expect(asked).toEqual([])
})

test('a non-SQL language whose syntax is declared as SQL is not formatted, and the bar names the language (EDIT-25)', async ({
  adminPage: page,
}) => {
  await page.route('**/api/data_sources', async (route) => {
    const response = await route.fetch()
    const sources: object[] = await response.json()
    await route.fulfill({ response, json: sources.map((source) => ({ ...source, syntax: 'sql', dialect: 'address' })) })
  })
  await openNewQuery(page, 'rows.json')
  await expect(page.getByRole('toolbar', { name: 'Editor' })).toContainText(' · Address')
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await expectToast(page, 'Query formatting is not supported for your data source syntax.')
  await expect(editorOf(page)).toHaveText('rows.json')
})

test('without edit permission the query text is read-only, which the editor says with a Fork button (EDIT-29, QPAGE-73)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeQuery({})
  await withoutPermissions(page, 'admin')
  await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({
    ...body,
    user: { ...query.user, id: 999 },
    can_edit: false,
  }))
  await page.goto(`/queries/${query.id}/source`)
  await editorOf(page).click()
  await page.keyboard.type('x')
  await expect(editorOf(page)).toHaveText(TEN_ROWS)
  await expect(page.getByRole('button', { name: /^Save/ })).toBeHidden()
  const note = page.getByRole('note').filter({ hasText: 'Read-only: fork this query to change it' })
  await expect(note).toBeVisible()
  await expectAccessible(page)
  await note.getByRole('button', { name: 'Fork' }).click()
  await expect(title(page)).toContainText(`Copy of (#${query.id})`)
  await expect(note).toBeHidden()
})

test('without view_source a query is shown and run without its text, and the source view is refused (EDIT-30, OPEN-32)', async ({
  adminCall,
  adminRequest,
  browser,
  product,
  workshop,
}) => {
  const user = await activeUser(adminCall, browser, 'Rita Reader')
  // New groups get the default permissions, so only an imported group can lack `view_source`.
  const permissions = defaultPermissions.filter((name) => name !== 'view_source')
  const groups = [{ id: 1, name: 'Readers', permissions }]
  const imported = await adminRequest.post('/api/admin/import', {
    data: { format: EXPORT_FORMAT, version: EXPORT_VERSION, groups },
  })
  expect(imported.ok(), await imported.text()).toBe(true)
  const idOf = async (name: string) => (await adminCall(api.groups.list)).find((group) => group.name === name)?.id ?? 0
  const readers = await idOf('Readers')
  await adminCall(api.groups.addDataSource, { params: { id: readers }, body: { data_source_id: workshop.sourceId } })
  await adminCall(api.groups.addMember, { params: { id: readers }, body: { user_id: user.id } })
  await adminCall(api.groups.removeMember, { params: { id: await idOf('default'), user_id: user.id } })
  const page = await pageOf(browser, product.url, user)

  const query = await workshop.makeQuery({
    query: 'SELECT 4000 + {{ n }} AS hidden',
    options: { parameters: [{ name: 'n', type: 'number', value: 711 }] },
  })
  await adminCall(queries.update, { params: { id: query.id }, body: { is_draft: false } })
  const answered = page.waitForResponse((response) => response.url().endsWith(`/api/queries/${query.id}`))
  await page.goto(`/queries/${query.id}`)
  expect((await (await answered).json()).query).toBeNull()
  await expect(cellAt(page, 0, 0)).toHaveText('4,711')
  await page.getByRole('textbox', { name: 'N', exact: true }).fill('815')
  await page.getByRole('button', { name: /^Apply/ }).click()
  await expect(cellAt(page, 0, 0)).toHaveText('4,815')
  await expect(executeButton(page)).toBeEnabled()
  await expect(page.getByRole('link', { name: 'Edit Source' })).toBeHidden()
  await page.goto(`/queries/${query.id}/source`)
  await expect(page.getByText('It seems like you don’t have permission to see this page.')).toBeVisible()
  await expect(editorOf(page)).toBeHidden()
  await page.context().close()
})
