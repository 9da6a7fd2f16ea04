import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { alterSession, expect, expectAccessible, setTheme, test, withoutPermissions } from '../page.ts'
import { activeUser, pendingUser } from '../people.ts'
import { expectToast } from '../toasts.ts'
import { refuse, watchRequests } from '../traffic.ts'

// Needs its own server, without sample data or a mail server.
test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Office of one person' } })

const MAIL_WARNING = "It looks like your mail server isn't configured. Make sure to configure it for the invite emails to work."

/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The user id at the end of a URL. */
const idIn = (url: string) => Number(url.split('/').at(-1))
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.describe('a profile', () => {
  test('opens from the profile menu for the current user (USER-18, USER-21, USER-24, SHELL-26)', async ({
    adminPage: page,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: /^Profile of/ }).click()
    await page.getByRole('menuitem', { name: 'Edit Profile' }).click()
    await expect(page).toHaveURL('/users/me')
    await expect(page.getByLabel('Name')).toHaveValue('mara')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('mara@example.com')
    await expect(page.getByRole('button', { name: 'Upload Picture' })).toBeVisible()
    await expect(section(page, 'API Key')).toBeVisible()
    await expect(section(page, 'Password').getByRole('button', { name: 'Change Password' })).toBeVisible()
    // A user's own groups are links, and users cannot disable themselves.
    await expect(page.getByRole('list', { name: 'Groups' }).getByRole('link')).toHaveText(['admin', 'default'])
    await expect(page.getByRole('combobox', { name: 'Groups' })).toBeHidden()
    await expect(section(page, 'Access')).toBeHidden()
    await expectAccessible(page)
  })

  test('of another user is edited by admins, including groups (USER-19, USER-21, USER-22, USER-52)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const user = await activeUser(adminCall, page.context().browser(), 'Edda Edited')
    const group = await adminCall(api.groups.create, { body: { name: 'Edited ones' } })
    await page.goto(`/users/${user.id}`)
    await page.getByLabel('Name').fill('Edda E.')
    await page.getByRole('textbox', { name: 'Email' }).fill('edda@example.com')
    await page.getByRole('combobox', { name: 'Groups' }).click()
    await page.getByRole('option', { name: 'Edited ones' }).click()
    await page.keyboard.press('Escape')
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith(`/api/users/${user.id}`),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    expect((await sent).postDataJSON()).toEqual({
      id: user.id,
      name: 'Edda E.',
      email: 'edda@example.com',
      group_ids: [...user.groups, group.id],
    })
    await expectToast(page, 'Saved.')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Edda E.')
    await expectAccessible(page)
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme)
      await expect(page.getByLabel('Name')).toBeVisible()
      await page.screenshot({ path: `test-results/screens/user-${theme}.png`, fullPage: true, animations: 'disabled' })
    }
  })

  test('of the current user sends only id, name and email, and a failure shows an error (USER-22)', async ({
    adminPage: page,
  }) => {
    await page.goto('/users/me')
    await page.getByLabel('Name').fill('mara')
    const sent = page.waitForRequest((request) => request.method() === 'POST' && /\/api\/users\/\d+$/.test(request.url()))
    await page.getByRole('button', { name: 'Save' }).click()
    expect((await sent).postDataJSON()).toEqual({ id: idIn((await sent).url()), name: 'mara', email: 'mara@example.com' })
    await expectToast(page, 'Saved.')
    await refuse(page, '/api/users/*', 'POST')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Not today.')
  })

  test('of the current user asks for the current password when the email changes', async ({ adminPage: page }) => {
    await page.goto('/users/me')
    const password = page.getByRole('textbox', { name: 'Current password' })
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('mara@example.com')
    await expect(password).toBeHidden()
    await page.getByRole('textbox', { name: 'Email' }).fill('mara.new@example.com')
    await expect(password).toBeVisible()
    await expectAccessible(page)
    await password.fill('not the password')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Incorrect current password.')
    await page.screenshot({ path: 'test-results/screens/profile-email.png', animations: 'disabled' })
    await page.getByRole('textbox', { name: 'Email' }).fill('mara@example.com')
    await expect(password).toBeHidden()
  })

  test('lists what stops working before a user is disabled', async ({ adminPage: page, adminCall }) => {
    const user = await activeUser(adminCall, page.context().browser(), 'Otto Offboarded')
    await page.route(`**/api/users/${user.id}/off_boarding`, (route) =>
      route.fulfill({
        json: {
          scheduled_queries: { count: 1, items: [{ id: 1, name: 'Daily sales' }] },
          used_query_keys: { count: 21, items: [{ id: 2, name: 'Embedded on the wiki' }] },
          public_dashboards: { count: 0, items: [] },
          alert_subscriptions: { count: 0, items: [] },
          reports: { count: 0, items: [] },
        },
      }),
    )
    await page.goto(`/users/${user.id}`)
    await page.getByRole('button', { name: 'Disable User' }).click()
    const ask = page.getByRole('dialog', { name: 'Disable User' })
    await expect(ask).toContainText('Scheduled queries (1): Daily sales')
    await expect(ask).toContainText('Query API keys used in the last 30 days (21): Embedded on the wiki, …')
    await expect(ask).not.toContainText('Public dashboards')
    await expectAccessible(page)
    await page.screenshot({ path: 'test-results/screens/disable-user.png', animations: 'disabled' })
    await ask.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Disable User' })).toBeVisible()
  })

  test('of another user is read-only for other users and shows name, email and groups (USER-20)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const user = await activeUser(adminCall, page.context().browser(), 'Rea Readonly')
    await withoutPermissions(page, 'admin', 'super_admin')
    await page.goto(`/users/${user.id}`)
    await expect(page.getByRole('heading', { name: 'Rea Readonly' })).toBeVisible()
    await expect(page.getByText(user.email)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Groups' }).getByRole('link', { name: 'default' })).toHaveAttribute(
      'href',
      `/groups/${user.groups[0]}`,
    )
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('of a disabled user has no editable groups, key or picture (USER-23, USER-25, USER-35, USER-36)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const user = await activeUser(adminCall, page.context().browser(), 'Dina Disabled')
    await page.goto(`/users/${user.id}`)
    const picture = page.getByRole('main').locator('img[title="Dina Disabled"]').first()
    await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG })
    await expect(picture).toHaveAttribute('src', new RegExp(`api/users/${user.id}/image/[0-9a-f]{16}$`))
    await expect(section(page, 'API Key').getByRole('button', { name: 'Regenerate' })).toBeVisible()

    await page.getByRole('button', { name: 'Disable User' }).click()
    const ask = page.getByRole('dialog', { name: 'Disable User' })
    await expect(ask).toContainText('Dina Disabled will be signed out everywhere, and the API key will stop working.')
    await ask.getByRole('button', { name: 'Disable' }).click()
    await expectToast(page, 'Dina Disabled is now disabled.')
    await expect(picture).toBeHidden()
    await expect(section(page, 'API Key')).toBeHidden()
    await expect(page.getByRole('combobox', { name: 'Groups' })).toBeHidden()
    await expect(page.getByRole('list', { name: 'Groups' }).getByRole('link')).toHaveText(['default'])
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Enable User' }).click()
    await expectToast(page, 'Dina Disabled is now enabled.')
    await expect(picture).toBeVisible()
    await page.getByRole('button', { name: 'Remove Picture' }).click()
    await expect(picture).toBeHidden()
  })

  test('shows an error for a file that is not a valid picture', async ({ adminPage: page }) => {
    await page.goto('/users/me')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: svg })
    await expectToast(page, 'The picture must be a PNG, JPEG or WebP file.')
    const big = Buffer.alloc(1024 * 1024 + 1)
    await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: big })
    await expectToast(page, 'The picture must not be larger than 1 MB.')
  })

  test('hides the API key until it is shown, and regenerates it on demand (USER-26, USER-27)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const user = await activeUser(adminCall, page.context().browser(), 'Kay Key')
    const { api_key = '' } = await adminCall(api.users.get, { params: { id: user.id } })
    await page.goto(`/users/${user.id}`)
    const field = section(page, 'API Key').getByLabel('API Key')
    await expect(field).toHaveAttribute('type', 'password')
    await section(page, 'API Key').getByRole('button', { name: 'Show' }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await expect(field).toHaveValue(api_key)
    const regenerate = async () => {
      await section(page, 'API Key').getByRole('button', { name: 'Regenerate' }).click()
      await page.getByRole('dialog', { name: 'Regenerate API Key' }).getByRole('button', { name: 'Regenerate' }).click()
    }
    await regenerate()
    await expectToast(page, 'The API Key has been updated.')
    await expect(field).toHaveValue(/^[A-Za-z0-9]{40}$/)
    await expect(field).not.toHaveValue(api_key)
    await refuse(page, '/api/users/*/regenerate_api_key', 'POST')
    await regenerate()
    await expectToast(page, 'Failed regenerating API Key', 'Not today.')
  })

  test('has API keys with scopes, which are shown once, work and are revoked (OPEN-306, OPEN-307)', async ({
    adminPage: page,
    request,
  }) => {
    const keys = section(page, 'API Keys with Scopes')
    const dialog = page.getByRole('dialog', { name: 'New API Key' })
    const statusWith = async (key: string) =>
      (await request.get('/api/queries', { headers: { authorization: `Bearer ${key}` } })).status()
    await page.goto('/users/me')
    await expect(keys).toContainText('There are no such keys yet.')
    await keys.getByRole('button', { name: 'New API Key' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText('This field is required.')).toBeVisible()
    await dialog.getByLabel('Name').fill('Nightly report 🌙')
    await dialog.getByRole('checkbox', { name: 'Run queries' }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create' }).click()
    const key = await dialog.getByRole('textbox', { name: 'New API key' }).inputValue()
    expect(key).toMatch(/^slk_/)
    expect(await statusWith(key)).toBe(200)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    const item = keys.getByRole('listitem')
    await expect(item).toContainText('Read, Run queries')
    await expect(item).toContainText(`slk_…${key.slice(-4)}`)
    await expect(item).not.toContainText(key)
    await item.getByRole('button', { name: 'Revoke Nightly report 🌙' }).click()
    await page.getByRole('dialog', { name: 'Revoke API Key' }).getByRole('button', { name: 'Revoke' }).click()
    await expectToast(page, 'The API key is revoked.')
    await expect(item).toContainText('Revoked')
    expect(await statusWith(key)).toBe(404)
    await expectAccessible(page)
  })

  test('signs out all other sessions', async ({ adminPage: page, adminCall, browser, baseURL }) => {
    const user = await activeUser(adminCall, page.context().browser(), 'Sue Sessions')
    const data = { email: user.email, password: 'a sentence works well' }
    const here = await browser.newContext({ baseURL })
    const there = await browser.newContext({ baseURL })
    for (const context of [here, there]) expect((await context.request.post('/login', { data })).ok()).toBe(true)
    const own = await here.newPage()
    await own.goto('/users/me')
    await own.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
    await expectToast(own, 'Signed out everywhere else.')
    expect((await there.request.get('/api/session')).status()).toBe(404)
    expect((await here.request.get('/api/session')).status()).toBe(200)
    await Promise.all([here.close(), there.close()])
  })
})

test.describe('sign-in links for another user', () => {
  test('show an invitation link to copy if there is no mail server (USER-28, USER-33)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const user = await pendingUser(adminCall, 'Ina Invited')
    await page.goto(`/users/${user.id}`)
    await expect(page.getByText(MAIL_WARNING)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send Password Reset Email' })).toBeHidden()
    await page.getByRole('button', { name: 'Resend Invitation' }).click()
    await expect(page.getByText('The mail server is not configured.', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Link')).toHaveValue(/\/invite\/[A-Za-z0-9]{40}$/)
    await expectAccessible(page)
  })

  test('show a password reset link to copy if there is no mail server (USER-33)', async ({ adminPage: page, adminCall }) => {
    const user = await activeUser(adminCall, page.context().browser(), 'Rita Reset')
    await page.goto(`/users/${user.id}`)
    await page.getByRole('button', { name: 'Send Password Reset Email' }).click()
    await expect(page.getByRole('button', { name: 'Resend Invitation' })).toBeHidden()
    await expect(page.getByText('The mail server is not configured.', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Link')).toHaveValue(/\/reset\/[A-Za-z0-9]{40}$/)
    await expectAccessible(page)
  })

  test('show a toast if there is a mail server, whether the email was sent or not (USER-29, USER-30, USER-31, USER-32)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const pending = await pendingUser(adminCall, 'Mia Mailed')
    const active = await activeUser(adminCall, page.context().browser(), 'Moe Mailed')
    await alterSession(page, ({ client_config }) => {
      client_config.mailSettingsMissing = false
    })
    // The server omits the link when it sends an email.
    await page.route('**/api/users/*/invite', async (route) => {
      const response = await route.fetch()
      const { invite_link: _, ...user } = await response.json()
      await route.fulfill({ response, json: user })
    })
    await page.goto(`/users/${pending.id}`)
    await page.getByRole('button', { name: 'Resend Invitation' }).click()
    await expectToast(page, 'Invitation sent.')
    await expect(page.getByLabel('Link')).toBeHidden()
    await refuse(page, '/api/users/*/invite', 'POST')
    await page.getByRole('button', { name: 'Resend Invitation' }).click()
    await expectToast(page, 'Failed to resend invitation', 'Not today.')

    await page.goto(`/users/${active.id}`)
    await page.getByRole('button', { name: 'Send Password Reset Email' }).click()
    await expectToast(page, 'Password reset email sent.')
    await expect(page.getByLabel('Link')).toBeHidden()
    await refuse(page, '/api/users/*/reset_password', 'POST')
    await page.getByRole('button', { name: 'Send Password Reset Email' }).click()
    await expectToast(page, 'Failed to send password reset email', 'Not today.')
  })
})

test.describe('changing the password', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change Password' })
  const open = async (page: Page) => {
    await page.goto('/users/me')
    await page.getByRole('button', { name: 'Change Password' }).click()
    const field = (label: string) => dialog(page).getByLabel(label, { exact: true })
    return {
      current: field('Current password'),
      next: field('New password'),
      repeat: field('Repeat new password'),
      update: dialog(page).getByRole('button', { name: 'Update' }),
    }
  }

  test('the dialog needs three passwords, and says so once a field was touched (USER-45, USER-46, USER-50)', async ({
    adminPage: page,
  }) => {
    const { current, next, repeat, update } = await open(page)
    const calls = watchRequests(page, 'POST', /\/api\/users\/\d+$/)
    const required = dialog(page).getByText('This field is required.')
    await current.fill('x')
    await expect(required).toHaveCount(0)
    await next.focus()
    await next.blur()
    await expect(required).toHaveCount(1)
    await repeat.focus()
    await repeat.blur()
    await expect(required).toHaveCount(2)
    await next.fill('123456')
    await repeat.fill('123456')
    await current.fill('')
    await update.click()
    await expect(required).toHaveCount(1)
    expect(calls).toEqual([])
  })

  test('a new password has six characters and is repeated, and the current one has no rule (USER-47, USER-48, USER-49, FORM-02)', async ({
    adminPage: page,
  }) => {
    const { current, next, repeat, update } = await open(page)
    const calls = watchRequests(page, 'POST', /\/api\/users\/\d+$/)
    const tooShort = dialog(page).getByText('This field is too short.')
    await current.fill('x')
    await next.fill('12345')
    await next.blur()
    await expect(tooShort).toHaveCount(1)
    await repeat.fill('12345')
    await repeat.blur()
    await expect(tooShort).toHaveCount(2)
    await next.fill('123456')
    await repeat.fill('654321')
    await expect(dialog(page).getByText("Passwords don't match")).toBeVisible()
    await expect(tooShort).toHaveCount(0)
    await update.click()
    await expectAccessible(page)
    expect(calls).toEqual([])
  })

  test('the dialog sends the id, the old and the new password, and shows a refusal (USER-45, USER-48, USER-49, USER-51)', async ({
    adminPage: page,
  }) => {
    const { current, next, repeat, update } = await open(page)
    await current.fill('x')
    await next.fill('a newer sentence')
    await repeat.fill('a newer sentence')
    await update.click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Incorrect current password.')
    await page.screenshot({ path: 'test-results/screens/change-password.png' })
    await page.route('**/api/users/*', (route) => {
      const id = idIn(route.request().url())
      expect(route.request().postDataJSON()).toEqual({ id, old_password: 'x', password: 'a newer sentence' })
      return route.fulfill({ json: {} })
    })
    await update.click()
    await expectToast(page, 'Saved.')
    await expect(dialog(page)).toBeHidden()
  })
})
