import type { Page } from '@playwright/test'
import { dataSources } from '@sightline/contract/data-sources.ts'
import { type Query, queries } from '@sightline/contract/queries.ts'
import { type AdminCall, expectAccessible, withoutPermissions } from '../page.ts'
import { dialog, editorOf, expect, TEN_ROWS, test, toast, type Workshop, writeQuery } from '../queries.ts'
import { asGuest, menuItem, openMenu } from '../query-page.ts'
import { expectToast } from '../toasts.ts'
import { holdAnswer } from '../traffic.ts'

const savedBy = (page: Page, { id }: Query) =>
  page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith(`/api/queries/${id}`))

/** Opens a query in the editor, then saves it as another user. */
async function openAndOutdate(page: Page, { makeQuery }: Workshop, call: AdminCall): Promise<Query> {
  const query = await makeQuery({})
  await page.goto(`/queries/${query.id}/source`)
  await expect(editorOf(page)).toHaveText(TEN_ROWS)
  await call(queries.update, { params: { id: query.id }, body: { query: 'SELECT 5', version: query.version } })
  return query
}

test.describe('saving a query', () => {
  test('sends the query (QPAGE-44)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({})
    await page.goto(`/queries/${query.id}/source`)
    await writeQuery(page, 'SELECT 4 AS four')
    const sent = savedBy(page, query)
    await page.getByRole('button', { name: /^Save/ }).click()
    expect((await sent).postDataJSON()).toMatchObject({ query: 'SELECT 4 AS four', version: query.version })
    await expectToast(page, 'Query saved')
    await expect(page.getByText('Unsaved changes')).toBeHidden()
    await expect(editorOf(page)).toHaveText('SELECT 4 AS four')
  })

  test('lets the owner overwrite what another user saved meanwhile (QPAGE-47, QPAGE-48)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await openAndOutdate(page, workshop, adminCall)
    await writeQuery(page, 'SELECT 6')
    await page.getByRole('button', { name: /^Save/ }).click()
    const question = dialog(page, 'Overwrite Query')
    await expect(question).toContainText(
      'It seems like the query has been modified by another user. Are you sure you want to overwrite the query with your version?',
    )
    await expectAccessible(page)
    const sent = savedBy(page, query)
    await question.getByRole('button', { name: 'Overwrite' }).click()
    expect((await sent).postDataJSON()).not.toHaveProperty('version')
    await expectToast(page, 'Query saved')
    expect((await adminCall(queries.get, { params: { id: query.id } })).query).toBe('SELECT 6')
  })

  test("still detects another user's save after the API key was regenerated (QPAGE-20, QPAGE-47)", async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await openAndOutdate(page, workshop, adminCall)
    await openMenu(page)
    await menuItem(page, 'Show API Key').click()
    const key = dialog(page, 'API Key')
    await key.getByRole('button', { name: 'Regenerate' }).click()
    await dialog(page, 'Regenerate API Key').getByRole('button', { name: 'Regenerate' }).click()
    await expect(key.getByRole('textbox', { name: 'API Key' })).not.toHaveValue(query.api_key ?? '')
    await page.keyboard.press('Escape')
    await writeQuery(page, 'SELECT 6')
    await page.getByRole('button', { name: /^Save/ }).click()
    const question = dialog(page, 'Overwrite Query')
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect((await adminCall(queries.get, { params: { id: query.id } })).query).toBe('SELECT 5')
    await writeQuery(page, TEN_ROWS)
  })

  test("does not overwrite another user's save with an edit that began before it arrived (QPAGE-47)", async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({})
    await page.goto(`/queries/${query.id}`)
    await expect(page.getByText('Edit Source')).toBeVisible()
    await adminCall(queries.update, { params: { id: query.id }, body: { query: 'SELECT 5', version: query.version } })
    const reload = await holdAnswer(page, `**/api/queries/${query.id}`)
    const asked = page.waitForResponse(`**/api/queries/${query.id}`)
    await page.getByText('Edit Source').click()
    await writeQuery(page, 'SELECT 6')
    reload.release()
    await (await asked).finished()
    await page.getByRole('button', { name: /^Save/ }).click()
    await dialog(page, 'Overwrite Query').getByRole('button', { name: 'Overwrite' }).click()
    await expectToast(page, 'Query saved')
    // Further edits are based on the version just saved.
    await writeQuery(page, 'SELECT 7')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Unsaved changes')).toBeHidden()
    await expect(dialog(page, 'Overwrite Query')).toBeHidden()
    expect((await adminCall(queries.get, { params: { id: query.id } })).query).toBe('SELECT 7')
  })

  test('shows another user a permanent message that the changes were not saved (QPAGE-49)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({})
    await page.clock.install()
    await asGuest(page, query, true)
    await page.goto(`/queries/${query.id}/source`)
    await expect(editorOf(page)).toHaveText(TEN_ROWS)
    await page.unroute(`**/api/queries/${query.id}`)
    await adminCall(queries.update, { params: { id: query.id }, body: { query: 'SELECT 5', version: query.version } })
    await writeQuery(page, 'SELECT 6')
    await page.getByRole('button', { name: /^Save/ }).click()
    const notice = toast(page, 'Changes not saved')
    await expect(notice).toContainText('It seems like the query has been modified by another user.')
    await page.clock.fastForward(60_000)
    await expect(notice).toBeVisible()
    await expect(dialog(page, 'Overwrite Query')).toBeHidden()
    await writeQuery(page, TEN_ROWS)
  })

  test('shows an error on any other failure (QPAGE-50)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({})
    await page.goto(`/queries/${query.id}/source`)
    await writeQuery(page, 'SELECT 7')
    await page.route(`**/api/queries/${query.id}`, (route) => route.fulfill({ status: 400, json: { message: 'Too long.' } }))
    await page.getByRole('button', { name: /^Save/ }).click()
    await expectToast(page, 'Query could not be saved')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
  })

  test('asks for confirmation when the user leaves with unsaved changes (QPAGE-53, QPAGE-54)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({})
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Squares', { columnMapping: { n: 'x', squared: 'y' } })
    await page.goto(`/queries/${query.id}/source`)
    await writeQuery(page, 'SELECT 8')
    const question = dialog(page, 'Are you sure you want to leave this page?')
    // Switching tabs does not leave the page, so no question appears.
    await page.getByRole('tab', { name: 'Squares' }).click()
    await expect(page).toHaveURL(`/queries/${query.id}/source#${id}`)
    await expect(question).toBeHidden()

    const away = page.getByRole('link', { name: 'Sightline, home' })
    await away.click()
    await expect(question).toContainText('You will lose your changes if you leave')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(editorOf(page)).toHaveText('SELECT 8')
    await away.click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('a new query', () => {
  test('shows a message without the permission to create queries (QPAGE-38)', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'admin', 'create_query')
    await page.goto('/queries/new')
    await expect(
      page.getByText("You don't have permission to create new queries on any of the data sources available to you."),
    ).toBeVisible()
    await expectAccessible(page)
  })

  test('shows that all data sources are view-only instead of missing (QPAGE-38, PERM-03)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const [source] = await adminCall(dataSources.list)
    await page.route('**/api/data_sources', (route) => route.fulfill({ json: [{ ...source, view_only: true }] }))
    await page.goto('/queries/new')
    await expect(page.getByText("You don't have permission to create new queries on any", { exact: false })).toBeVisible()
    await expect(page.getByText('No data sources were created yet.')).toBeHidden()
  })

  test('says what to do, or whom to ask, if there is no data source (QPAGE-39, QPAGE-40, QPAGE-41)', async ({
    adminPage: page,
  }) => {
    await page.route('**/api/data_sources', (route) => route.fulfill({ json: [] }))
    await page.goto('/queries/new')
    await expect(page.getByRole('link', { name: 'Create Data Source' })).toHaveAttribute('href', '/data_sources/new')
    await expect(page.getByRole('link', { name: 'Manage Group Permissions' })).toHaveAttribute('href', '/groups')
    await expectAccessible(page)
    await withoutPermissions(page, 'admin')
    await page.goto('/queries/new')
    await expect(page.getByText('No data sources were created yet.')).toBeVisible()
    await expect(page.getByText('Please ask your admin to create one first.')).toBeVisible()
    await expectAccessible(page)
  })
})
