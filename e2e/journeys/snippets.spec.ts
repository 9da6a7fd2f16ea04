import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { type AdminCall, alterSession, expect, expectAccessible, setTheme, test } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'
import { editorOf, writeQuery } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { refuse } from '../traffic.ts'

test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Office of snippets' } })

const row = (page: Page, name: string) => page.getByRole('row', { name })
const trigger = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Trigger' })
const text = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Snippet' })

/** Shows the pages as a user who is not an admin and owns nothing. */
const asSomebodyElse = (page: Page) =>
  alterSession(page, ({ user }) => {
    user.id = 999
    user.permissions = user.permissions.filter((name) => name !== 'admin' && name !== 'super_admin')
  })

test('the list has ten snippets per page, sorted by trigger (SNIP-01, SNIP-02, OPEN-03)', async ({
  adminPage: page,
  adminCall,
}) => {
  // The newest snippet is also first by name, so an older one that sorts last is needed to prove the order.
  await adminCall(api.snippets.create, { body: { trigger: 'zebra', snippet: 'select 3' } })
  for (let number = 1; number <= 10; number++) {
    await adminCall(api.snippets.create, { body: { trigger: `many ${number}`, snippet: 'select 1' } })
  }
  await adminCall(api.snippets.create, { body: { trigger: 'alphabet', snippet: 'select 2' } })
  await page.goto('/query_snippets')
  const heads = page.getByRole('columnheader')
  await expect(heads).toHaveText(['Trigger', 'Description', 'Snippet', 'Created by', 'Created At', 'Delete'])
  const triggers = page.locator('tbody tr td:first-child')
  await expect(triggers).toHaveCount(10)
  await expect(triggers.first()).toHaveText('alphabet')
  await expect(page.getByText('zebra')).toBeHidden()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(triggers).toHaveText(['many 9', 'zebra'])
  await expectAccessible(page)
})

test('a snippet is created from a trigger and a text in a dialog with a URL (SNIP-03, SNIP-06, SNIP-07, FORM-01)', async ({
  adminPage: page,
}) => {
  await page.goto('/query_snippets')
  await page.getByRole('link', { name: 'New Query Snippet' }).click()
  await expect(page).toHaveURL('/query_snippets/new')
  const dialog = page.getByRole('dialog', { name: 'Create Query Snippet' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('This field is required.')).toHaveCount(2)
  await expectAccessible(page)
  await trigger(page).fill('daily')
  await text(page).fill('group by day')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Saved.')
  await expect(page).toHaveURL('/query_snippets')
  await expect(row(page, 'daily')).toContainText('group by day')
})

test('a snippet that could not be saved says so and can be saved again (SNIP-11)', async ({ adminPage: page }) => {
  await page.goto('/query_snippets/new')
  const create = page.getByRole('dialog').getByRole('button', { name: 'Create' })
  await trigger(page).fill('hourly')
  await text(page).fill('group by hour')
  await refuse(page, /api\/query_snippets$/, 'POST', '')
  await create.click()
  await expectToast(page, 'Failed saving snippet.')
  await page.unroute(/api\/query_snippets$/)
  await create.click()
  await expectToast(page, 'Saved.')
})

test('every user who has signed in may create a snippet (SNIP-10)', async ({ adminCall, browser, product }) => {
  const page = await pageOf(browser, product.url, await activeUser(adminCall, browser, 'Bea Writer'))
  await page.goto('/query_snippets')
  await page.getByRole('link', { name: 'New Query Snippet' }).click()
  await trigger(page).fill('by bea')
  await text(page).fill('select 4')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Saved.')
  await page.getByPlaceholder('Search snippets...').fill('by bea')
  await expect(row(page, 'by bea')).toContainText('Bea Writer')
  await page.context().close()
})

const makeSnippet = (call: AdminCall, name: string) =>
  call(api.snippets.create, { body: { trigger: name, description: 'By week', snippet: 'group by week' } })

test('a snippet opens at its URL, and its changes are saved or discarded (SNIP-04, SNIP-08)', async ({
  adminPage: page,
  adminCall,
}) => {
  const { id } = await makeSnippet(adminCall, 'weekly')
  await page.goto(`/query_snippets/${id}`)
  await expect(page.getByRole('dialog', { name: 'weekly' })).toBeVisible()
  await text(page).fill('group by 1')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved.')
  // Closing the dialog changes the URL; text typed before that is not searched for.
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByPlaceholder('Search snippets...').fill('weekly')
  await expect(row(page, 'weekly')).toContainText('group by 1')
})

test('a snippet of another user is read-only and cannot be deleted (SNIP-05, SNIP-08, SNIP-09)', async ({
  adminPage: page,
  adminCall,
}) => {
  await makeSnippet(adminCall, 'guarded')
  await asSomebodyElse(page)
  await page.goto('/query_snippets?q=guarded')
  await expect(row(page, 'guarded')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await row(page, 'guarded').getByRole('link').click()
  await expect(text(page)).toHaveValue('group by week')
  await expect(text(page)).toHaveAttribute('readonly', '')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Save' })).toBeHidden()
  await setTheme(page, 'dark')
  await expect(text(page)).toBeVisible()
  await expectAccessible(page)
})

test('deleting a snippet says whether it worked (SNIP-09, SNIP-12, SNIP-13)', async ({ adminPage: page, adminCall }) => {
  await makeSnippet(adminCall, 'fleeting')
  await page.goto('/query_snippets?q=fleeting')
  const remove = async () => {
    await row(page, 'fleeting').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  await refuse(page, /api\/query_snippets\/\d+$/, 'DELETE', '')
  await remove()
  await expectToast(page, 'Failed deleting query snippet.')
  await page.unroute(/api\/query_snippets\/\d+$/)
  await remove()
  await expectToast(page, 'Query snippet deleted successfully.')
  await expect(row(page, 'fleeting')).toBeHidden()
})

test('the editor suggests snippets, inserts them, and steps through their placeholders (EDIT-28)', async ({
  adminPage: page,
  adminCall,
}) => {
  await adminCall(api.dataSources.create, { body: { name: 'Memory', type: 'duckdb', options: { dbpath: ':memory:' } } })
  const place = (number: number, name: string) => `$${`{${number}:${name}}`}`
  const snippet = `select ${place(1, 'col')}\nfrom ${place(2, 'tab')}\nlimit 10`
  await adminCall(api.snippets.create, { body: { trigger: 'firstten', description: 'Ten rows', snippet } })
  await page.goto('/queries/new')
  const editor = editorOf(page)
  // Retry until the snippets are loaded.
  await expect(async () => {
    await writeQuery(page, '')
    await page.keyboard.type('first')
    await expect(page.getByRole('option', { name: 'firstten' })).toContainText('Ten rows', { timeout: 3_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await page.keyboard.type('ten')
  await page.keyboard.press('Tab')
  await expect(editor).toContainText('select col')
  await page.keyboard.type('origin')
  await page.keyboard.press('Tab')
  await page.keyboard.type('flights')
  await expect(editor.locator('.cm-line')).toHaveText(['select origin', 'from flights', 'limit 10'])
})
