import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { type AdminCall, expect, expectAccessible, setTheme, test, withoutPermissions } from '../page.ts'
import { expectToast } from '../toasts.ts'
import { holdAnswer, refuse, watchRequests } from '../traffic.ts'

// Needs its own server so that it has only the data sources created here.
test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Office of groups' } })

let made = 0
const makeUser = (call: AdminCall, name: string) =>
  call(api.users.create, { body: { name, email: `member-${++made}@example.com` } })
const makeGroup = (call: AdminCall, name: string) => call(api.groups.create, { body: { name } })
const makeSource = (call: AdminCall, name: string) =>
  call(api.dataSources.create, { body: { name, type: 'duckdb', options: { dbpath: ':memory:' } } })
const builtin = async (call: AdminCall, name: string) =>
  (await call(api.groups.list)).find((group) => group.type === 'builtin' && group.name === name)?.id ?? 0

const row = (page: Page, name: string) => page.getByRole('row', { name })
const side = (page: Page) => page.getByRole('complementary', { name: 'Settings' })
const rename = (page: Page) => page.getByRole('button', { description: 'Name of the group' })

test.describe('the list of groups', () => {
  test('shows ten groups per page, by name (GROUP-01, GROUP-02, OPEN-03)', async ({ adminPage: page, adminCall }) => {
    for (let number = 1; number <= 9; number++) await makeGroup(adminCall, `Team ${number}`)
    await page.goto('/groups')
    const names = page.locator('tbody tr td:first-child a')
    await expect(names).toHaveCount(10)
    await expect(names.first()).toHaveText('admin')
    await expect(names.nth(1)).toHaveText('default')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(names.first()).toHaveText(/^Team/)
    await page.getByPlaceholder('Search groups...').fill('team 3')
    await expect(names).toHaveText(['Team 3'])
    await expectAccessible(page)
  })

  test('links each row to members and data sources, and offers to delete it (GROUP-03, GROUP-04, GROUP-05, GROUP-06)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const { id } = await makeGroup(adminCall, 'About rows')
    await page.goto('/groups?page_size=50')
    await expect(row(page, 'admin').getByText('built-in')).toBeVisible()
    await expect(row(page, 'About rows').getByText('built-in')).toBeHidden()
    await expect(row(page, 'About rows').getByRole('link', { name: 'Members' })).toHaveAttribute('href', `/groups/${id}`)
    await expect(row(page, 'About rows').getByRole('link', { name: 'Data Sources' })).toHaveAttribute(
      'href',
      `/groups/${id}/data_sources`,
    )
    const builtIn = row(page, 'default').getByRole('button', { name: 'Delete' })
    await builtIn.hover()
    await expect(page.getByRole('tooltip')).toHaveText('Cannot delete built-in group')
    await builtIn.click({ force: true })
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(row(page, 'About rows').getByRole('button', { name: 'Delete' })).toBeEnabled()
    await expect(builtIn).toBeDisabled()
  })

  test('shows only members to users who are not admins (GROUP-05, GROUP-06, GROUP-07)', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'admin', 'super_admin')
    await page.goto('/groups')
    await expect(row(page, 'default').getByRole('link', { name: 'Members' })).toBeVisible()
    await expect(row(page, 'default').getByRole('link', { name: 'Data Sources' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'New Group' })).toBeHidden()
    await page.goto('/groups/new')
    await expect(page).toHaveURL('/groups')
  })

  test('creates a group with a name and opens it (GROUP-07, GROUP-08)', async ({ adminPage: page }) => {
    await page.goto('/groups')
    await page.getByRole('link', { name: 'New Group' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a New Group' })
    await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled()
    await dialog.getByLabel('Group Name').fill('<b>Fresh</b> 🦉')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(page).toHaveURL(/\/groups\/\d+$/)
    await expect(rename(page)).toHaveText('<b>Fresh</b> 🦉')
    await expect(page.getByText('There are no members in this group yet.')).toBeVisible()
    await expectAccessible(page)
  })

  test('deletes a group after confirmation (GROUP-25, GROUP-12)', async ({ adminPage: page, adminCall }) => {
    await makeGroup(adminCall, 'Short lived')
    const { id } = await makeGroup(adminCall, 'Shorter lived')
    await page.goto('/groups?page_size=50')
    await row(page, 'Short lived').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete Group' }).getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Group deleted successfully.')
    await expect(row(page, 'Short lived')).toBeHidden()
    await page.goto(`/groups/${id}`)
    await side(page).getByRole('button', { name: 'Delete Group' }).click()
    await page.getByRole('dialog', { name: 'Delete Group' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL('/groups')
    await expect(row(page, 'admin')).toBeVisible()
    await expect(row(page, 'Shorter lived')).toBeHidden()
  })
})

test.describe('the page of group members', () => {
  test('lists members, each with a button to remove them (GROUP-09, GROUP-11)', async ({ adminPage: page, adminCall }) => {
    const group = await makeGroup(adminCall, 'Members')
    for (const name of ['Max Member', 'Mia Member']) {
      const user = await makeUser(adminCall, name)
      await adminCall(api.groups.addMember, { params: { id: group.id }, body: { user_id: user.id } })
    }
    await page.goto(`/groups/${group.id}`)
    const menu = page.getByRole('navigation', { name: 'Pages of the group' })
    await expect(menu.getByRole('link')).toHaveText(['Members', 'Data Sources'])
    for (const name of ['Add Members', 'Add Data Sources', 'Delete Group'])
      await expect(side(page).getByRole('button', { name })).toBeVisible()
    await expectAccessible(page)
    await side(page).getByRole('combobox', { name: 'Results per page' }).selectOption('5 results')
    await expect(page).toHaveURL(/page_size=5/)

    await row(page, 'Max Member').getByRole('button', { name: 'Remove' }).click()
    await expect(row(page, 'Max Member')).toBeHidden()
    await expect(row(page, 'Mia Member')).toBeVisible()
    const members = async () => (await adminCall(api.groups.members, { params: { id: group.id } })).map(({ name }) => name)
    await expect.poll(members).toEqual(['Mia Member'])
  })

  test('shows an error if a group cannot be deleted (GROUP-28)', async ({ adminPage: page, adminCall }) => {
    const user = await makeUser(adminCall, 'Stella Stays')
    const group = await makeGroup(adminCall, 'Stays')
    await adminCall(api.groups.addMember, { params: { id: group.id }, body: { user_id: user.id } })
    await refuse(page, /\/members\/\d+$/, 'DELETE')
    await page.goto(`/groups/${group.id}`)
    await row(page, 'Stella Stays').getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Failed to remove member from group.', 'Not today.')
    await expect(row(page, 'Stella Stays')).toBeVisible()
  })

  test('keeps the current user, the name and the group itself if the group is built in (GROUP-10, GROUP-12, GROUP-20, GROUP-21)', async ({
    adminPage: page,
    adminCall,
  }) => {
    await makeUser(adminCall, 'Dan Default')
    await page.goto(`/groups/${await builtin(adminCall, 'default')}?page_size=50`)
    await expect(row(page, 'Dan Default').getByRole('button', { name: 'Remove' })).toBeVisible()
    await expect(row(page, 'mara@example.com').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('default')
    await expect(rename(page)).toBeHidden()
    await expect(side(page).getByRole('button', { name: 'Add Members' })).toBeVisible()
    await expect(side(page).getByRole('button', { name: 'Delete Group' })).toBeHidden()
  })

  test('is read-only for users who are not admins (GROUP-11, GROUP-12, GROUP-18)', async ({ adminPage: page, adminCall }) => {
    const group = await makeGroup(adminCall, 'Read only')
    const user = await makeUser(adminCall, 'Rik Reader')
    await adminCall(api.groups.addMember, { params: { id: group.id }, body: { user_id: user.id } })
    await withoutPermissions(page, 'admin', 'super_admin')
    await page.goto(`/groups/${group.id}`)
    await expect(row(page, 'Rik Reader')).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Remove|Add|Delete Group)/ })).toHaveCount(0)
    await expect(rename(page)).toBeHidden()
    await page.goto(`/groups/${group.id}/data_sources`)
    await expect(page.getByText('It seems like you don’t have permission to see this page.')).toBeVisible()
  })

  test('edits the group name in place and ignores a blank one (GROUP-18, GROUP-19)', async ({ adminPage: page, adminCall }) => {
    const { id } = await makeGroup(adminCall, 'Old name')
    const calls = watchRequests(page, 'POST', /\/api\/groups\/\d+$/)
    await page.goto(`/groups/${id}`)
    await rename(page).click()
    await page.getByLabel('Name of the group').fill('   ')
    await page.keyboard.press('Enter')
    await expect(rename(page)).toHaveText('Old name')
    expect(calls).toEqual([])
    await rename(page).click()
    await page.getByLabel('Name of the group').fill('New name')
    await page.keyboard.press('Enter')
    await expect(rename(page)).toHaveText('New name')
    await expect.poll(async () => (await adminCall(api.groups.get, { params: { id } })).name).toBe('New name')
  })

  test('adds members by search and does not offer existing members (GROUP-13, GROUP-14, GROUP-16)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const group = await makeGroup(adminCall, 'To be filled')
    const inside = await makeUser(adminCall, 'Ina Picked')
    await makeUser(adminCall, 'Olga Picked')
    await makeUser(adminCall, 'Otto Picked')
    await adminCall(api.groups.addMember, { params: { id: group.id }, body: { user_id: inside.id } })
    await page.goto(`/groups/${group.id}`)
    await side(page).getByRole('button', { name: 'Add Members' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Members' })
    await dialog.getByPlaceholder('Search users...').fill('picked')
    await expect(dialog.getByRole('checkbox')).toHaveCount(3)
    await expect(dialog.getByRole('checkbox', { name: /Ina Picked/ })).toBeDisabled()
    await expect(dialog.getByText('Already in this group')).toHaveCount(1)
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: /Olga Picked/ }).check()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
    await expectAccessible(page)
    await page.screenshot({ path: 'test-results/screens/group-add-members.png' })
    await dialog.getByRole('checkbox', { name: /Olga Picked/ }).uncheck()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: /Olga Picked/ }).check()
    // A new search keeps the selection.
    await dialog.getByPlaceholder('Search users...').fill('otto')
    await dialog.getByRole('checkbox', { name: /Otto Picked/ }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(row(page, 'Olga Picked')).toBeVisible()
    await expect(row(page, 'Otto Picked')).toBeVisible()
  })

  test('adds the members it can and names those it cannot (GROUP-17)', async ({ adminPage: page, adminCall }) => {
    const group = await makeGroup(adminCall, 'Half filled')
    const good = await makeUser(adminCall, 'Gina Halfway')
    await makeUser(adminCall, 'Bert Halfway')
    await page.route(/\/members$/, (route) =>
      route.request().method() === 'POST' && route.request().postDataJSON().user_id !== good.id
        ? route.fulfill({ status: 400, json: { message: 'Not today.' } })
        : route.fallback(),
    )
    await page.goto(`/groups/${group.id}`)
    await side(page).getByRole('button', { name: 'Add Members' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Members' })
    await dialog.getByPlaceholder('Search users...').fill('halfway')
    await dialog.getByRole('checkbox', { name: /Gina/ }).check()
    await dialog.getByRole('checkbox', { name: /Bert/ }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Failed to save some of selected items.')
    await expect(row(page, 'Gina Halfway')).toBeVisible()
    await expect(row(page, 'Bert Halfway')).toBeHidden()
  })
})

test.describe('the page of group data sources', () => {
  const storedIn = async (call: AdminCall, id: number) =>
    (await call(api.groups.dataSources, { params: { id } })).map(({ name, view_only }) => [name, view_only])

  test('adds data sources that the group does not have, and removes them (GROUP-15, GROUP-16, GROUP-24)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const { id } = await makeGroup(adminCall, 'Sources')
    const inside = await makeSource(adminCall, 'Inside base')
    await makeSource(adminCall, 'Outside base')
    await adminCall(api.groups.addDataSource, { params: { id }, body: { data_source_id: inside.id } })
    await page.goto(`/groups/${id}/data_sources`)
    await side(page).getByRole('button', { name: 'Add Data Sources' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Data Sources' })
    await expect(dialog.getByRole('checkbox', { name: /Inside base/ })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: /Outside base/ }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Outside base')).toBeVisible()
    await row(page, 'Inside base').getByRole('button', { name: 'Remove' }).click()
    await expect(row(page, 'Inside base')).toBeHidden()
    await expect.poll(() => storedIn(adminCall, id)).toEqual([['Outside base', false]])
  })

  test('switches data sources between full and view-only access at once (GROUP-22, GROUP-23)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const { id } = await makeGroup(adminCall, 'Sources to view')
    const source = await makeSource(adminCall, 'Viewed base')
    await adminCall(api.groups.addDataSource, { params: { id }, body: { data_source_id: source.id } })
    await page.goto(`/groups/${id}/data_sources`)
    const access = page.getByRole('combobox', { name: 'Access to Viewed base' })
    await expect(access).toHaveValue('Full Access')
    await access.click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Full Access', 'View Only'])
    await page.getByRole('option', { name: 'View Only' }).click()
    await expect(access).toHaveValue('View Only')
    await expect.poll(() => storedIn(adminCall, id)).toEqual([['Viewed base', true]])
    await expectAccessible(page)
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme)
      await expect(access).toHaveValue('View Only')
      await page.screenshot({ path: `test-results/screens/group-data-sources-${theme}.png`, animations: 'disabled' })
    }
  })

  test('keeps a change of access that is made while the list is loaded again after a removal (OPEN-510)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const { id } = await makeGroup(adminCall, 'Sources in a hurry')
    for (const name of ['First base', 'Second base']) {
      const source = await makeSource(adminCall, name)
      await adminCall(api.groups.addDataSource, { params: { id }, body: { data_source_id: source.id } })
    }
    await page.goto(`/groups/${id}/data_sources`)
    const access = page.getByRole('combobox', { name: 'Access to Second base' })
    await expect(access).toHaveValue('Full Access')
    const reload = await holdAnswer(page, `**/api/groups/${id}/data_sources`)
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/groups/${id}/data_sources`))
    await row(page, 'First base').getByRole('button', { name: 'Remove' }).click()
    await reload.isAsked
    await access.click()
    await page.getByRole('option', { name: 'View Only' }).click()
    await cancelled
    reload.release()
    await expect(access).toHaveValue('View Only')
    await expect(row(page, 'First base')).toBeHidden()
  })

  test('shows an error on failure and keeps the stored state (GROUP-26, GROUP-27)', async ({ adminPage: page, adminCall }) => {
    const group = await makeGroup(adminCall, 'Sources that stay')
    const source = await makeSource(adminCall, 'Staying base')
    await adminCall(api.groups.addDataSource, { params: { id: group.id }, body: { data_source_id: source.id } })
    await refuse(page, /\/data_sources\/\d+$/, 'POST')
    await refuse(page, /\/data_sources\/\d+$/, 'DELETE')
    await page.goto(`/groups/${group.id}/data_sources`)
    const access = page.getByRole('combobox', { name: 'Access to Staying base' })
    await access.click()
    await page.getByRole('option', { name: 'View Only' }).click()
    await expectToast(page, 'Failed change data source permissions.', 'Not today.')
    await expect(access).toHaveValue('Full Access')
    await row(page, 'Staying base').getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Failed to remove data source from group.', 'Not today.')
    await expect(row(page, 'Staying base')).toBeVisible()
  })
})

test('the group pages are accessible in both themes', async ({ adminPage: page, adminCall }) => {
  const id = await builtin(adminCall, 'default')
  for (const [name, path, ready] of [
    ['groups', '/groups', 'admin'],
    ['group', `/groups/${id}`, 'mara@example.com'],
  ] as const) {
    await page.goto(path)
    await expect(row(page, ready)).toBeVisible()
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme)
      await page.screenshot({ path: `test-results/screens/${name}-${theme}.png`, animations: 'disabled' })
      await expectAccessible(page)
    }
  }
})
