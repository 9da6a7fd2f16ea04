import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { type AdminCall, expectAccessible, withoutPermissions } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'
import { expect, test, writeQuery } from '../queries.ts'
import { expectToast } from '../toasts.ts'

const openMenu = (page: Page) => page.getByRole('button', { name: 'More actions' }).click()
const menuEntry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Manage Permissions' })
const allowed = (page: Page) => dialog(page).getByRole('list', { name: 'Users with permission' }).getByRole('listitem')
const search = (page: Page) => dialog(page).getByRole('combobox', { name: 'Add users...' })
const found = (page: Page, name: string) => page.getByRole('option', { name })
const setPermissionsControl = (call: AdminCall, isOn: boolean) =>
  call(api.settings.save, { body: { feature_show_permissions_control: isOn } })

async function openPermissions(page: Page, query: Query): Promise<void> {
  await page.goto(`/queries/${query.id}/source`)
  await openMenu(page)
  await menuEntry(page, 'Manage Permissions').click()
}

test('the menu of a query offers its permissions once a setting of the organization says so (QPAGE-13, QPAGE-21, ORG-05)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeQuery({})
  await adminCall(api.queries.update, { params: { id: query.id }, body: { is_draft: false } })
  await setPermissionsControl(adminCall, false)
  await page.goto(`/queries/${query.id}/source`)
  await openMenu(page)
  await expect(menuEntry(page, 'Fork')).toBeVisible()
  await expect(menuEntry(page, 'Manage Permissions')).toBeHidden()
  await setPermissionsControl(adminCall, true)
  await page.reload()
  await openMenu(page)
  for (const name of ['Fork', 'Archive', 'Manage Permissions', 'Unpublish', 'Show API Key'])
    await expect(menuEntry(page, name)).toBeVisible()
})

test('the owner finds users to add, among them neither the owner nor, as a choice, those added already (QPAGE-55, QPAGE-59, QPAGE-60)', async ({
  adminPage: page,
  adminCall,
  browser,
  workshop,
}) => {
  await setPermissionsControl(adminCall, true)
  await activeUser(adminCall, browser, 'Bea Finder')
  const query = await workshop.makeQuery({})
  await openPermissions(page, query)
  await expect(allowed(page)).toHaveCount(1)
  await expect(allowed(page)).toContainText('Owner')
  await expect(allowed(page).getByRole('button')).toHaveCount(0)

  await search(page).fill('example.com')
  await expect(found(page, 'Bea Finder')).toBeVisible()
  await expect(found(page, query.user.name)).toBeHidden()
  await expectAccessible(page)
  await search(page).fill('Bea F')
  await expect(page.getByRole('option')).toHaveText([/Bea Finder/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(allowed(page).filter({ hasText: 'Bea Finder' })).toContainText('Can edit')
  await search(page).fill('Bea F')
  await expect(found(page, 'Bea Finder')).toContainText('Has permission already')
  await expect(found(page, 'Bea Finder')).toHaveAttribute('data-combobox-disabled', 'true')
})

test('a disabled user in the list is marked, and the owner removes users from it (QPAGE-56, QPAGE-61)', async ({
  adminPage: page,
  adminCall,
  browser,
  workshop,
}) => {
  await setPermissionsControl(adminCall, true)
  const query = await workshop.makeQuery({})
  const params = { type: 'queries', id: query.id } as const
  const carl = await activeUser(adminCall, browser, 'Carl Former')
  await adminCall(api.acl.grant, { params, body: { access_type: 'modify', user_id: carl.id } })
  await adminCall(api.users.disable, { params: { id: carl.id } })
  await openPermissions(page, query)
  await expect(allowed(page).filter({ hasText: 'Carl Former' })).toContainText('Disabled')
  await dialog(page).getByRole('button', { name: 'Remove Carl Former' }).click()
  await expect(allowed(page)).toHaveCount(1)
  await expect.poll(async () => (await adminCall(api.acl.list, { params })).modify ?? []).toEqual([])
})

test('a user who was let in edits the query, but only its owner and admins publish, tag and archive it (QPAGE-57, PERM-05)', async ({
  adminPage: page,
  adminCall,
  browser,
  product,
  workshop,
}) => {
  await setPermissionsControl(adminCall, true)
  const query = await workshop.makeQuery({ name: 'Shared work' })
  await adminCall(api.queries.update, { params: { id: query.id }, body: { is_draft: false } })
  const bea = await activeUser(adminCall, browser, 'Bea Editor')
  await openPermissions(page, query)
  await search(page).fill('Bea E')
  await found(page, 'Bea Editor').click()
  await expect(allowed(page)).toHaveCount(2)

  const other = await pageOf(browser, product.url, bea)
  await other.goto(`/queries/${query.id}/source`)
  await writeQuery(other, 'SELECT 2 AS two')
  await other.keyboard.press('ControlOrMeta+s')
  await expectToast(other, 'Query saved')
  await openMenu(other)
  await expect(menuEntry(other, 'Fork')).toBeVisible()
  for (const name of ['Manage Permissions', 'Archive', 'Unpublish', 'Show API Key'])
    await expect(menuEntry(other, name)).toBeHidden()
  await other.keyboard.press('Escape')
  await expect(other.getByRole('button', { name: 'Add tag' })).toBeHidden()

  // The other user has saved meanwhile.
  await page.reload()
  await openMenu(page)
  await menuEntry(page, 'Show API Key').click()
  await expect(page.getByRole('dialog', { name: 'API Key' }).getByRole('button', { name: 'Regenerate' })).toBeVisible()
  await page.keyboard.press('Escape')
  await openMenu(page)
  await menuEntry(page, 'Unpublish').click()
  await expect(page.getByText('Unpublished', { exact: true })).toBeVisible()
  // An owner without admin rights and an admin who is not the owner may both do all of it.
  await other.goto('/queries/new')
  await writeQuery(other, 'SELECT 3 AS three')
  await other.keyboard.press('ControlOrMeta+s')
  await other.waitForURL(/\/queries\/\d+\/source/)
  const [own = ''] = /\/queries\/\d+/.exec(other.url()) ?? []
  await page.goto(own)
  for (const ruler of [other, page]) {
    await expect(ruler.getByRole('button', { name: 'Add tag' })).toBeVisible()
    await openMenu(ruler)
    for (const name of ['Archive', 'Manage Permissions', 'Show API Key']) await expect(menuEntry(ruler, name)).toBeVisible()
    await ruler.keyboard.press('Escape')
    await expect(ruler.getByRole('button', { name: 'Publish' })).toBeVisible()
  }
  await other.context().close()
})

test('a user who may not grant access reads that the owner can (QPAGE-58)', async ({
  adminPage: page,
  adminCall,
  browser,
  workshop,
}) => {
  const query = await workshop.makeQuery({})
  await setPermissionsControl(adminCall, true)
  await activeUser(adminCall, browser, 'Dana Guest')
  await withoutPermissions(page, 'super_admin')
  await page.route(`**/api/queries/${query.id}/acl`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { message: "You don't have permission to edit this resource." } })
      : route.fallback(),
  )
  await openPermissions(page, query)
  await search(page).fill('Dana')
  await found(page, 'Dana Guest').click()
  await expectToast(page, 'You cannot add a user to this query.', 'Ask the query owner to grant them permissions.')
})
