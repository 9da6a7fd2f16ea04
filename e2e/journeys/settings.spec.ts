import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { defaultPermissions } from '@sightline/contract/permissions.ts'
import { alterSession, expect, expectAccessible, setTheme, test, withoutPermissions } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'

// Needs its own server because other journeys rely on the default settings.
test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Settings office' } })

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const entries = (page: Page) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link')

test.describe('the question about usage reports', () => {
  test('is shown to admins until they have answered it (HOME-15, HOME-16, HOME-17, HOME-19)', async ({
    adminPage: page,
    adminCall,
    browser,
    product,
  }) => {
    const questionOn = (shown: Page) => shown.getByRole('region', { name: 'Usage reports' })
    const other = await pageOf(browser, product.url, await activeUser(adminCall, browser, 'Mia Member'))
    await other.goto('/')
    await expect(other.getByRole('heading').first()).toBeVisible()
    await expect(questionOn(other)).toHaveCount(0)
    await other.context().close()
    const question = questionOn(page)
    await page.goto('/')
    await expect(question).toBeVisible()
    await expectAccessible(page)
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/settings/organization'))
    await question.getByRole('button', { name: 'No' }).click()
    expect((await sent).postDataJSON()).toEqual({ beacon_consent: false })
    await expect(page.getByText('Settings Saved.')).toBeVisible()
    await expect(question).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(question).toBeHidden()
  })

  test('shows thanks after the answer Yes (HOME-16, HOME-18, OPEN-78)', async ({ adminPage: page }) => {
    await alterSession(page, ({ client_config }) => {
      client_config.showBeaconConsentMessage = true
    })
    await page.goto('/')
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/settings/organization'))
    await page.getByRole('region', { name: 'Usage reports' }).getByRole('button', { name: 'Yes' }).click()
    expect((await sent).postDataJSON()).toEqual({ beacon_consent: true })
    await expect(page.getByText('Thank you.')).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test.describe('the settings sidebar', () => {
  test('links admins to every administration page (ORG-02)', async ({ adminPage: page }) => {
    await page.goto('/settings/organization')
    await expect(entries(page)).toHaveText([
      'Data Sources',
      'Users',
      'Groups',
      'Alert Destinations',
      'Query Snippets',
      'Settings',
      'Audit Log',
      'Usage',
      'System Status',
      'Clean-up',
      'Export and Import',
      'Account',
    ])
    await expect(entries(page).filter({ hasText: /^Settings$/ })).toHaveAttribute('aria-current', 'page')
  })

  test('shows other users only what they may open, and Account to everyone (ORG-03)', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'admin', 'super_admin')
    await page.goto('/users/me')
    await expect(entries(page)).toHaveText(['Users', 'Groups', 'Query Snippets', 'Account'])
    await withoutPermissions(page, 'admin', 'super_admin', ...defaultPermissions)
    await page.goto('/users/me')
    await expect(entries(page)).toHaveText(['Account'])
  })

  test('opens at the first entry the user may see when the gear is clicked (OPEN-76)', async ({ adminPage: page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/data_sources')
    await withoutPermissions(page, 'admin', 'super_admin')
    await page.goto('/')
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL(/\/users$/)
    await withoutPermissions(page, 'admin', 'super_admin', 'list_users')
    await page.goto('/')
    await expect(page.getByRole('button', { name: /Profile of/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden()
  })
})

test.describe('the settings', () => {
  test('offer formats of dates and times, and keep a stored one (ORG-01, OPEN-26)', async ({ adminPage: page, adminCall }) => {
    // A stored format that the form does not offer by default.
    await adminCall(api.settings.save, { body: { date_format: 'D.M.YYYY' } })
    await page.goto('/settings/organization')
    await expect(page).toHaveTitle(/Settings/)
    await page.getByRole('combobox', { name: 'Date format' }).click()
    const dates = ['DD/MM/YY', 'MM/DD/YY', 'YYYY-MM-DD', 'DD/MM/YYYY', 'D.M.YYYY']
    await expect(page.getByRole('option')).toHaveText(dates.map((format) => new RegExp(`^${format} \\(`)))
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Time format' }).click()
    await expect(page.getByRole('option')).toHaveText([/^HH:mm \(/, /^HH:mm:ss \(/, /^HH:mm:ss\.SSS \(/])
  })

  test('format dates as chosen, at once (ORG-04, ORG-13, ORG-15)', async ({ adminPage: page, adminCall }) => {
    await page.goto('/settings/organization')
    await page.getByRole('combobox', { name: 'Date format' }).click()
    await page.getByRole('option', { name: /^DD\/MM\/YYYY/ }).click()
    await page.getByRole('combobox', { name: 'Time format' }).click()
    await page.getByRole('option', { name: /^HH:mm:ss \(/ }).click()
    await page.getByRole('textbox', { name: 'Missing values' }).fill('n/a')
    await expect(page.getByText('You have unsaved changes.')).toBeVisible()
    await save(page).click()
    await expect(page.getByText('Settings changes saved.')).toBeVisible()
    await expect(page.getByText('You have unsaved changes.')).toBeHidden()
    await expect(page.getByRole('combobox', { name: 'Date format' })).toHaveValue(/^DD\/MM\/YYYY/)

    const { settings } = await adminCall(api.settings.get)
    expect(settings).toMatchObject({ date_format: 'DD/MM/YYYY', time_format: 'HH:mm:ss', null_value: 'n/a' })
    // The log uses the new format without a reload.
    await entries(page).filter({ hasText: 'Audit Log' }).click()
    await expect(page.getByRole('row').nth(1)).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/)
  })

  test('format numbers and missing values as set', async ({ adminPage: page, adminCall }) => {
    const marks = { thousands_separator: '.', decimal_separator: ',', null_value: 'n/a' }
    await adminCall(api.settings.save, { body: marks })
    const source = await adminCall(api.dataSources.create, {
      body: { name: `Numbers ${Date.now()}`, type: 'duckdb', options: { dbpath: ':memory:' } },
    })
    const text = 'select 1234567.5 as amount, null as nothing'
    const query = await adminCall(api.queries.create, { body: { name: 'Numbers', query: text, data_source_id: source.id } })
    await page.goto(`/queries/${query.id}`)
    await page.getByRole('button', { name: /^Execute/ }).click()
    await expect(page.getByRole('gridcell', { name: '1.234.567,5' })).toBeVisible()
    await expect(page.getByRole('gridcell', { name: 'n/a' })).toBeVisible()
  })

  test('find parts of words once that search is on, and those of scripts without spaces at any time (ORG-07, OPEN-602)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const source = { name: 'Towers', type: 'sqlite', options: { dbpath: '/srv/towers.db' } }
    const { id } = await adminCall(api.dataSources.create, { body: source })
    const names = ['東京タワーの来場者', 'Watchtowers']
    for (const name of names) await adminCall(api.queries.create, { body: { name, query: 'SELECT 1', data_source_id: id } })
    await page.goto('/queries?q=タワー')
    await expect(page.getByRole('link', { name: '東京タワーの来場者' })).toBeVisible()
    await page.goto('/queries?q=towers')
    await expect(page.getByText("Sorry, we couldn't find anything.")).toBeVisible()
    await page.goto('/settings/organization')
    await page.getByRole('checkbox', { name: 'Match partial words' }).setChecked(true)
    await save(page).click()
    await expect(page.getByText('Settings changes saved.')).toBeVisible()
    await page.goto('/queries?q=towers')
    await expect(page.getByRole('link', { name: 'Watchtowers' })).toBeVisible()
  })

  test('are saved as set (ORG-06, ORG-07, ORG-08, ORG-11)', async ({ adminPage: page, adminCall }) => {
    await page.goto('/settings/organization')
    for (const name of ['Permissions control', 'Failure emails', 'Match partial words', 'Usage reports']) {
      await page.getByRole('checkbox', { name }).setChecked(true)
    }
    await page.getByLabel('Google domains').fill('example.com')
    await page.keyboard.press('Enter')
    await save(page).click()
    await expect(page.getByText('Settings changes saved.')).toBeVisible()
    expect((await adminCall(api.settings.get)).settings).toMatchObject({
      feature_show_permissions_control: true,
      send_email_on_failed_scheduled_queries: true,
      multi_byte_search_enabled: true,
      beacon_consent: true,
      auth_google_apps_domains: ['example.com'],
    })
    await page.reload()
    for (const name of ['Failure emails', 'Match partial words'])
      await expect(page.getByRole('checkbox', { name })).toBeChecked()
    await page.getByRole('checkbox', { name: 'Failure emails' }).setChecked(false)
    await page.getByRole('checkbox', { name: 'Match partial words' }).setChecked(false)
    await save(page).click()
    const { settings } = await adminCall(api.settings.get)
    await expect
      .poll(async () => (await adminCall(api.settings.get)).settings)
      .toMatchObject({
        ...settings,
        send_email_on_failed_scheduled_queries: false,
        multi_byte_search_enabled: false,
      })
    await expect(page.getByText('example.com')).toBeVisible()
  })

  test('keep passwords on if there is no other sign-in method, and show the details of SAML (ORG-09, ORG-10, ORG-12)', async ({
    adminPage: page,
    adminCall,
  }) => {
    await page.goto('/settings/organization')
    const passwords = page.getByRole('checkbox', { name: 'Password login' })
    const saml = page.getByRole('checkbox', { name: 'SAML' })
    await expect(passwords).toBeChecked()
    await expect(passwords).toBeDisabled()
    await expect(page.getByRole('textbox', { name: 'Metadata URL' })).toBeHidden()

    await saml.check()
    await page.getByRole('textbox', { name: 'Metadata URL' }).fill('https://idp.example.com/metadata.xml')
    await page.getByRole('textbox', { name: 'Entity ID' }).fill('https://idp.example.com')
    await page.getByRole('textbox', { name: 'NameID format' }).fill('urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress')
    await passwords.uncheck()
    await expectAccessible(page)
    await save(page).click()
    await expect(page.getByText('Settings changes saved.')).toBeVisible()
    expect((await adminCall(api.settings.get)).settings).toMatchObject({
      auth_password_login_enabled: false,
      auth_saml_enabled: true,
      auth_saml_metadata_url: 'https://idp.example.com/metadata.xml',
      auth_saml_entity_id: 'https://idp.example.com',
      auth_saml_nameid_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    })

    await expect(page.getByText('Settings changes saved.')).toBeHidden()
    await saml.uncheck()
    await expect(passwords).toBeChecked()
    await expect(page.getByRole('textbox', { name: 'Metadata URL' })).toBeHidden()
    await save(page).click()
    await expect(page.getByText('Settings changes saved.')).toBeVisible()
    expect((await adminCall(api.settings.get)).settings).toMatchObject({
      auth_password_login_enabled: true,
      auth_saml_enabled: false,
    })
  })

  test('create a SCIM token that is shown once, and revoke it (OPEN-305)', async ({ adminPage: page, product }) => {
    await page.goto('/settings/organization')
    await page.getByRole('textbox', { name: 'Name of a new token' }).fill('Okta')
    await page.keyboard.press('Enter')
    const secret = page.getByRole('textbox', { name: 'Token Okta' })
    await expect(secret).toHaveValue(/^[A-Za-z0-9]{40}$/)
    await expectAccessible(page)
    const headers = { authorization: `Bearer ${await secret.inputValue()}` }
    const users = () => page.request.get(`${product.url}/scim/v2/Users`, { headers })
    expect((await users()).status()).toBe(200)
    await page.reload()
    await expect(page.getByText(/^Created by .*Last used/)).toBeVisible()
    await expect(secret).toBeHidden()
    await page.getByRole('button', { name: 'Revoke token Okta' }).click()
    await page.getByRole('dialog', { name: 'Revoke SCIM Token' }).getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByText('Token revoked.')).toBeVisible()
    expect((await users()).status()).toBe(401)
  })

  test('show an error if the server refuses them, and keep the input (ORG-14)', async ({ adminPage: page, adminCall }) => {
    const before = (await adminCall(api.settings.get)).settings
    await page.goto('/settings/organization')
    await page.getByRole('textbox', { name: 'Integer format' }).fill('<0>')
    await save(page).click()
    await expect(page.getByText('Failed saving changes.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Integer format' })).toHaveValue('<0>')
    expect((await adminCall(api.settings.get)).settings).toEqual(before)
  })

  test('are closed to users who are not admins', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'admin')
    await page.goto('/settings/organization')
    await expect(page.getByText(/permission to see this page/)).toBeVisible()
  })
})

for (const theme of ['light', 'dark'] as const) {
  test(`are accessible (${theme})`, async ({ adminPage: page }) => {
    await page.goto('/settings/organization')
    await setTheme(page, theme)
    await expect(page.getByRole('heading', { name: 'Sign-in', exact: true })).toBeVisible()
    await page.screenshot({ path: `test-results/screens/settings-${theme}.png`, animations: 'disabled', fullPage: true })
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(save(page)).toBeVisible()
    await page.screenshot({ path: `test-results/screens/settings-narrow-${theme}.png`, animations: 'disabled' })
    await expectAccessible(page)
  })
}
