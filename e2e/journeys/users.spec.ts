import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { alterSession, expect, expectAccessible, setTheme, test, withoutPermissions } from '../page.ts'
import { activeUser, pendingUser } from '../people.ts'
import { expectToast } from '../toasts.ts'
import { refuse } from '../traffic.ts'

// Needs its own server, without sample data or a mail server.
test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Office of people' } })

const MAIL_WARNING = "It looks like your mail server isn't configured. Make sure to configure it for the invite emails to work."

const row = (page: Page, name: string) => page.getByRole('row', { name })
const lists = (page: Page) => page.getByRole('navigation', { name: 'Lists of users' })

test.describe('the lists of users', () => {
  test('separate active, pending and disabled users (USER-01, USER-02, USER-03, USER-04)', async ({
    adminPage: page,
    adminCall,
  }) => {
    await activeUser(adminCall, page.context().browser(), 'Ada Active')
    await pendingUser(adminCall, 'Pia Pending')
    const disabled = await activeUser(adminCall, page.context().browser(), 'Dora Disabled')
    await adminCall(api.users.disable, { params: { id: disabled.id } })

    await page.goto('/users')
    await expect(lists(page).getByRole('link')).toHaveText(['Active Users', 'Pending Invitations', 'Disabled Users'])
    await expect(row(page, 'Ada Active')).toBeVisible()
    await expect(row(page, 'Pia Pending')).toBeHidden()
    await expect(row(page, 'Dora Disabled')).toBeHidden()
    await expectAccessible(page)

    await lists(page).getByRole('link', { name: 'Pending Invitations' }).click()
    await expect(page).toHaveURL('/users/pending')
    await expect(row(page, 'Pia Pending')).toBeVisible()
    await expect(row(page, 'Ada Active')).toBeHidden()

    await lists(page).getByRole('link', { name: 'Disabled Users' }).click()
    await expect(page).toHaveURL('/users/disabled')
    await expect(row(page, 'Dora Disabled')).toBeVisible()
    await expect(row(page, 'Pia Pending')).toBeHidden()
  })

  test('show name, groups and times, the newest first, and keep search, order and page in the URL (USER-06, OPEN-111)', async ({
    adminPage: page,
    adminCall,
  }) => {
    await activeUser(adminCall, page.context().browser(), 'Zoe Listed')
    await activeUser(adminCall, page.context().browser(), 'Anna Listed')
    const names = page.locator('tbody tr td:first-child a')
    await page.goto('/users')
    await expect(names.first()).toHaveText('Anna Listed')
    for (const title of ['Name', 'Groups', 'Joined', 'Last Active At'])
      await expect(page.getByRole('columnheader', { name: title })).toBeVisible()
    await expect(row(page, 'Anna Listed')).toContainText('default')
    await page.getByPlaceholder('Search users...').fill('listed')
    await expect(page).toHaveURL(/q=listed/)
    await expect(names).toHaveText(['Anna Listed', 'Zoe Listed'])
    await page.getByPlaceholder('Search users...').fill('nobody of that name')
    await expect(page.getByText("Sorry, we couldn't find anything.")).toBeVisible()
    await page.goto('/users?order=-name&page_size=1')
    await expect(names).toHaveText(['Zoe Listed'])
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
  })

  test('offer to disable active users, but not oneself (USER-09, USER-10, USER-38)', async ({ adminPage: page, adminCall }) => {
    await activeUser(adminCall, page.context().browser(), 'Rosa Row')
    await page.goto('/users')
    await expect(row(page, 'mara@example.com')).toBeVisible()
    await expect(row(page, 'mara@example.com').getByRole('button')).toHaveCount(0)
    await row(page, 'Rosa Row').getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog', { name: 'Disable User' }).getByRole('button', { name: 'Disable' }).click()
    await expectToast(page, 'Rosa Row is now disabled.')
    await expect(row(page, 'Rosa Row')).toBeHidden()
  })

  test('offer to enable disabled users (USER-08, USER-37)', async ({ adminPage: page, adminCall }) => {
    const { id } = await pendingUser(adminCall, 'Rolf Row')
    await adminCall(api.users.disable, { params: { id } })
    await page.goto('/users/disabled')
    await row(page, 'Rolf Row').getByRole('button', { name: 'Enable' }).click()
    await expectToast(page, 'Rolf Row is now enabled.')
    await expect(row(page, 'Rolf Row')).toBeHidden()
  })

  test('offer to delete pending users (USER-07, USER-39)', async ({ adminPage: page, adminCall }) => {
    await pendingUser(adminCall, 'Paul Row')
    await page.goto('/users/pending')
    await row(page, 'Paul Row').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete User' }).getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Paul Row has been deleted.')
    await expect(row(page, 'Paul Row')).toBeHidden()
  })

  test('offer a service account beside a person, which opens with its API keys (OPEN-308)', async ({ adminPage: page }) => {
    await page.goto('/users/new')
    const dialog = page.getByRole('dialog', { name: 'Create a New User' })
    await dialog.getByRole('radio', { name: 'Service account' }).check()
    await dialog.getByLabel('Name').fill('Nightly loader')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { name: 'Nightly loader' })).toContainText('Service account')
    await expect(page.getByRole('button', { name: 'New API Key' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Password' })).toBeHidden()
    await expect(page.getByLabel(/^Email/)).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/users')
    await expect(row(page, 'Nightly loader')).toContainText('Service account')
  })

  test('show what failed and why (USER-40, USER-41, USER-42)', async ({ adminPage: page, adminCall }) => {
    const user = await activeUser(adminCall, page.context().browser(), 'Fay Failing')
    await pendingUser(adminCall, 'Finn Failing')
    await refuse(page, '/api/users/*/disable', 'POST')
    await refuse(page, '/api/users/*/disable', 'DELETE', { message: { code: 1 } })
    await refuse(page, '/api/users/*', 'DELETE')
    await page.goto('/users')
    await row(page, 'Fay Failing').getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog', { name: 'Disable User' }).getByRole('button', { name: 'Disable' }).click()
    await expectToast(page, 'Cannot disable user', 'Not today.')

    await adminCall(api.users.disable, { params: { id: user.id } })
    await page.goto('/users/disabled')
    await row(page, 'Fay Failing').getByRole('button', { name: 'Enable' }).click()
    await expectToast(page, 'Cannot enable user', 'Unknown error')

    await page.goto('/users/pending')
    await row(page, 'Finn Failing').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete User' }).getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Cannot delete user', 'Not today.')
    await expect(row(page, 'Finn Failing')).toBeVisible()
  })

  test('show no actions, disabled users or New User button to users who are not admins (USER-05, USER-11)', async ({
    adminPage: page,
    adminCall,
  }) => {
    await activeUser(adminCall, page.context().browser(), 'Nora Nobody')
    await withoutPermissions(page, 'admin', 'super_admin')
    await page.goto('/users')
    await expect(row(page, 'Nora Nobody')).toBeVisible()
    await expect(lists(page).getByRole('link')).toHaveText(['Active Users', 'Pending Invitations'])
    await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeHidden()
    await expect(row(page, 'Nora Nobody').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'New User' })).toBeHidden()
    await expect(page.getByText(MAIL_WARNING)).toBeHidden()
    await page.goto('/users/new')
    await expect(page).toHaveURL('/users')
  })

  test('show admins that invitations cannot be sent by email (USER-34, OPEN-118, FORM-07)', async ({ adminPage: page }) => {
    await page.goto('/users')
    await expect(page.getByText(MAIL_WARNING)).toBeVisible()
    await alterSession(page, ({ client_config }) => {
      client_config.mailSettingsMissing = false
    })
    await page.reload()
    await expect(row(page, 'mara@example.com')).toBeVisible()
    await expect(page.getByText(MAIL_WARNING)).toBeHidden()
  })
})

test.describe('a new user', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create a New User' })

  test('gets a name and email in the dialog, which shows the invitation link (USER-12, USER-14, USER-15, USER-17)', async ({
    adminPage: page,
  }) => {
    await page.goto('/users')
    await page.getByRole('link', { name: 'New User' }).click()
    await expect(page).toHaveURL('/users/new')
    await expect(dialog(page)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page).getByText('This field is required.')).toHaveCount(2)
    await dialog(page).getByLabel('Name').fill('Grace Hopper')
    await dialog(page).getByLabel('Email').fill('grace')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page).getByText('This field must be a valid email.')).toBeVisible()
    await expectAccessible(page)
    await dialog(page).getByLabel('Email').fill('grace@example.com')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page).getByText('Email not sent!')).toBeVisible()
    await expect(dialog(page).getByLabel('Link')).toHaveValue(/\/invite\/[A-Za-z0-9]{40}$/)
    await expect(dialog(page).getByRole('button', { name: 'Copy' })).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: 'test-results/screens/user-new-link.png' })
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(page).toHaveURL('/users')
    await lists(page).getByRole('link', { name: 'Pending Invitations' }).click()
    await expect(row(page, 'Grace Hopper')).toBeVisible()
  })

  test('is refused with an error in the dialog (USER-16)', async ({ adminPage: page }) => {
    await page.goto('/users/new')
    await dialog(page).getByLabel('Name').fill('Mara again')
    await dialog(page).getByLabel('Email').fill('MARA@example.com')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Email already taken.')
  })

  test('is recorded as a view of users/new (USER-13)', async ({ adminPage: page }) => {
    const recorded = page.waitForRequest((request) => request.url().endsWith('/api/events') && request.method() === 'POST')
    await page.goto('/users/new')
    expect((await recorded).postDataJSON()).toMatchObject([{ action: 'view', object_type: 'page', object_id: 'users/new' }])
  })
})

test('the lists of users are accessible in both themes', async ({ adminPage: page, adminCall }) => {
  await activeUser(adminCall, page.context().browser(), 'Theo Theme')
  await page.goto('/users')
  await expect(row(page, 'Theo Theme')).toBeVisible()
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    await page.screenshot({ path: `test-results/screens/users-${theme}.png`, animations: 'disabled' })
    await expectAccessible(page)
  }
})
