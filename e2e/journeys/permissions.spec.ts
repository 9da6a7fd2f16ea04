import { api } from '@sightline/contract/api.ts'
import { expectAccessible, withoutPermissions } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'
import { editorOf, expect, test, toast, writeQuery } from '../queries.ts'

test('the owner lets others edit but not publish, tag, archive or manage keys and permissions (QPAGE-13, QPAGE-21, QPAGE-55, QPAGE-56, QPAGE-57, QPAGE-59, QPAGE-60, QPAGE-61, ORG-05, PERM-05)', async ({
  adminPage: page,
  adminCall,
  browser,
  product,
  workshop,
}) => {
  const query = await workshop.makeQuery({ name: 'Shared work' })
  await adminCall(api.queries.update, { params: { id: query.id }, body: { is_draft: false } })
  const bea = await activeUser(adminCall, browser, 'Bea Editor')
  const carl = await activeUser(adminCall, browser, 'Carl Former')
  const openMenu = () => page.getByRole('button', { name: 'More actions' }).click()
  const entry = page.getByRole('menuitem', { name: 'Manage Permissions' })

  await page.goto(`/queries/${query.id}/source`)
  await openMenu()
  await expect(page.getByRole('menuitem', { name: 'Fork' })).toBeVisible()
  await expect(entry).toBeHidden()
  await adminCall(api.settings.save, { body: { feature_show_permissions_control: true } })
  await page.reload()
  await openMenu()
  for (const name of ['Fork', 'Archive', 'Manage Permissions', 'Unpublish', 'Show API Key'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible()
  await entry.click()

  const dialog = page.getByRole('dialog', { name: 'Manage Permissions' })
  const rows = dialog.getByRole('list', { name: 'Users with permission' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Owner')
  await expect(rows.getByRole('button')).toHaveCount(0)

  const search = dialog.getByRole('combobox', { name: 'Add users...' })
  const option = (name: string) => page.getByRole('option', { name })
  await search.fill('example.com')
  await expect(option('Carl Former')).toBeVisible()
  await expect(option(query.user.name)).toBeHidden()
  await expectAccessible(page)
  await option('Carl Former').click()
  await expect(rows.filter({ hasText: 'Carl Former' })).toContainText('Can edit')
  await search.fill('Bea')
  await expect(page.getByRole('option')).toHaveText([/Bea Editor/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(3)
  await search.fill('Bea')
  await expect(option('Bea Editor')).toContainText('Has permission already')
  await expect(option('Bea Editor')).toHaveAttribute('data-combobox-disabled', 'true')
  await page.keyboard.press('Escape')

  await adminCall(api.users.disable, { params: { id: carl.id } })
  await page.reload()
  await openMenu()
  await entry.click()
  await expect(rows.filter({ hasText: 'Carl Former' })).toContainText('Disabled')
  await dialog.getByRole('button', { name: 'Remove Carl Former' }).click()
  await expect(rows).toHaveCount(2)
  const editors = async () => (await adminCall(api.acl.list, { params: { type: 'queries', id: query.id } })).modify
  await expect.poll(editors).toMatchObject([{ id: bea.id }])

  const other = await pageOf(browser, product.url, bea)
  await other.goto(`/queries/${query.id}/source`)
  await writeQuery(other, 'SELECT 2 AS two')
  await other.keyboard.press('ControlOrMeta+s')
  await expect(toast(other, 'Query saved')).toBeVisible()
  await other.getByRole('button', { name: 'More actions' }).click()
  await expect(other.getByRole('menuitem', { name: 'Fork' })).toBeVisible()
  for (const name of ['Manage Permissions', 'Archive', 'Unpublish'])
    await expect(other.getByRole('menuitem', { name })).toBeHidden()
  await expect(other.getByRole('menuitem', { name: 'Show API Key' })).toBeHidden()
  await other.keyboard.press('Escape')
  await expect(other.getByRole('button', { name: 'Add tag' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add tag' })).toBeVisible()
  await openMenu()
  await page.getByRole('menuitem', { name: 'Show API Key' }).click()
  await expect(page.getByRole('dialog', { name: 'API Key' }).getByRole('button', { name: 'Regenerate' })).toBeVisible()
  // The other user saves first.
  await page.reload()
  await openMenu()
  await page.getByRole('menuitem', { name: 'Unpublish' }).click()
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
    await ruler.getByRole('button', { name: 'More actions' }).click()
    for (const name of ['Archive', 'Manage Permissions', 'Show API Key'])
      await expect(ruler.getByRole('menuitem', { name, exact: true })).toBeVisible()
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
  await adminCall(api.settings.save, { body: { feature_show_permissions_control: true } })
  await activeUser(adminCall, browser, 'Dana Guest')
  await withoutPermissions(page, 'super_admin')
  await page.route(`**/api/queries/${query.id}/acl`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { message: "You don't have permission to edit this resource." } })
      : route.fallback(),
  )
  await page.goto(`/queries/${query.id}/source`)
  await expect(editorOf(page)).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Manage Permissions' }).click()
  await page.getByRole('combobox', { name: 'Add users...' }).fill('Dana')
  await page.getByRole('option', { name: 'Dana Guest' }).click()
  await expect(toast(page, 'You cannot add a user to this query.')).toContainText(
    'Ask the query owner to grant them permissions.',
  )
})
