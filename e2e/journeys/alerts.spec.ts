import type { Page } from '@playwright/test'
import { alerts } from '@sightline/contract/alerts.ts'
import { executions } from '@sightline/contract/executions.ts'
import { queries } from '@sightline/contract/queries.ts'
import { condition, DELAYS, makeAlert } from '../alerts.ts'
import { alterSession, expectAccessible, setTheme, withoutPermissions } from '../page.ts'
import { choose, expect, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { holdAnswer, refuse } from '../traffic.ts'

test.use({ settings: { SIGHTLINE_ORG_NAME: 'Office of alerts' } })

const MAIL_WARNING = "It looks like your mail server isn't configured. Make sure to configure it for the alert emails to work."

const button = (page: Page, name: string) => page.getByRole('button', { name })
const saveButton = (page: Page) => page.getByRole('button', { name: /^Save/ })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const finding = (page: Page) => page.getByRole('status', { name: 'Current value' })

test('the header leads to alerts, where an empty list and the lack of a mail server are noted (ALERT-03, ALERT-48, OPEN-118, SHELL-14)', async ({
  adminPage: page,
}) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' }).click()
  await expect(page).toHaveURL('/alerts')
  await expect(page.getByText('Get notified on certain events')).toBeVisible()
  await expect(page.getByText(MAIL_WARNING)).toBeVisible()
  await expectAccessible(page)
})

test('the mail warning leads to the help, and stays away once it is dismissed (SHELL-43)', async ({ adminPage: page }) => {
  await page.goto('/alerts')
  await button(page, 'How to Configure Mail').click()
  await expect(page.getByRole('dialog').locator('iframe')).toHaveAttribute('src', /help\/schedules/)
  await page.keyboard.press('Escape')
  await button(page, 'Dismiss').click()
  await expect(page.getByText(MAIL_WARNING)).toBeHidden()
  await page.goto('/alerts/new')
  await expect(page.getByRole('heading', { name: 'New Alert' })).toBeVisible()
  await expect(page.getByText(MAIL_WARNING)).toBeHidden()
})

test('the menu Create opens an empty alert (ALERT-06, SHELL-15, SHELL-16)', async ({ adminPage: page }) => {
  await page.goto('/alerts')
  await button(page, 'Create').click()
  await expect(page.getByRole('menuitem')).toContainText(['Query', 'Dashboard', 'Alert'])
  await page.getByRole('menuitem', { name: 'Alert' }).click()
  await expect(page).toHaveURL('/alerts/new')
  await expect(page.getByRole('heading', { name: 'New Alert' })).toBeVisible()
  await expect(saveButton(page)).toBeDisabled()
  await expectAccessible(page)
})

test('alerts are listed with the permission to do so, and created without any (SHELL-22, PERM-08)', async ({
  adminPage: page,
}) => {
  await withoutPermissions(page, 'admin', 'super_admin', 'list_alerts', 'create_query', 'create_dashboard')
  await page.goto('/alerts/new')
  await expect(page.getByRole('heading', { name: 'New Alert' })).toBeVisible()
  await expect(page.getByText(MAIL_WARNING)).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' })).toBeHidden()
  await button(page, 'Create').click()
  await expect(page.getByRole('menuitem')).toContainText(['Alert'])
})

test('the query of an alert is found by three letters, and offers its columns and their current values (ALERT-11, ALERT-12)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Late by carrier', query: DELAYS })
  const searches: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/queries') searches.push(url.searchParams.get('q') ?? '')
  })
  await page.goto('/alerts/new')
  const search = page.getByRole('combobox', { name: 'Query', exact: true })
  await search.fill('la')
  await expect(page.getByText('Type at least 3 characters.')).toBeVisible()
  await search.pressSequentially('te by')
  await page.getByRole('option', { name: `Late by carrier #${query.id}` }).click()
  expect(searches).not.toEqual([])
  expect(searches.filter((term) => term.length < 3)).toEqual([])
  await expect(page.getByRole('link', { name: 'Open Query' })).toHaveAttribute('href', new RegExp(`queries/${query.id}$`))

  await choose(page, 'Value column', 'avg_delay')
  await expect(finding(page)).toHaveText('First row value is 25.05.')
})

test('an alert that cannot be saved yet says what it waits for (OPEN-372)', async ({ adminPage: page, workshop }) => {
  await workshop.makeRunQuery({ name: 'Late for the form', query: DELAYS })
  await page.goto('/alerts/new')
  const query = page.getByRole('combobox', { name: 'Query', exact: true })
  await expect(query).toHaveAttribute('required')
  await expect(saveButton(page)).toHaveAccessibleDescription('Choose a query.')
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, 'Choose a query.')
  await query.fill('late for')
  await page.getByRole('option', { name: /^Late for the form/ }).click()
  await expect(page.getByRole('combobox', { name: 'Value column' })).toHaveAttribute('required')
  await expect(saveButton(page)).toHaveAccessibleDescription('Choose a column.')
  await choose(page, 'Value column', 'avg_delay')
  await expect(saveButton(page)).toHaveAccessibleDescription('Enter a number.')
  await field(page, 'Reference').fill('20')
  await expect(saveButton(page)).toBeEnabled()
  await expect(saveButton(page)).toHaveAccessibleDescription('')
})

test('an alert has an operator, a number to compare with and a rearm time (ALERT-13, ALERT-14, ALERT-15, ALERT-16)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const alert = await makeAlert(adminCall, await workshop.makeRunQuery({ query: DELAYS }))
  await page.goto(`/alerts/${alert.id}`)
  await page.getByRole('combobox', { name: 'Operator' }).click()
  await expect(page.getByRole('option')).toHaveText(['greater than', 'less than', 'equals'])
  await page.getByRole('option', { name: 'greater than' }).click()
  await field(page, 'Reference').fill('')
  await expect(saveButton(page)).toBeDisabled()
  await field(page, 'Reference').pressSequentially('m-1.a5')
  await expect(field(page, 'Reference')).toHaveValue('-1.5')
  await field(page, 'Reference').fill('20')
  await expect(finding(page)).toContainText('First row value is 25.05, which is greater than 20.')
  await field(page, 'Rearm seconds').pressSequentially('s1o2on')
  await expect(field(page, 'Rearm seconds')).toHaveValue('12')
  await field(page, 'Rearm seconds').fill('3600')
  await expect(page.getByText('1 hour', { exact: true })).toBeVisible()
  await expect(saveButton(page)).toBeEnabled()
})

test('an alert is backtested on past results, and notes that its query has no schedule', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  // Queries with the same text share their results.
  const query = await workshop.makeRunQuery({ query: `${DELAYS} WHERE 'backtest' <> ''` })
  const alert = await makeAlert(adminCall, query)
  await page.goto(`/alerts/${alert.id}`)
  await expect(page.getByText('This query has no refresh schedule')).toBeVisible()
  await button(page, 'Backtest on past results').click()
  await expect(page.getByRole('status', { name: 'Backtest' })).toContainText('Would have triggered once (1 result checked).')
})

test('the subject and the description of an alert are previewed with its latest result (ALERT-21, ALERT-22, OPEN-88)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const alert = await makeAlert(adminCall, await workshop.makeRunQuery({ query: DELAYS }))
  await page.goto(`/alerts/${alert.id}`)
  await field(page, 'Custom subject').fill('Late: {{state}}')
  await field(page, 'Description template').fill(
    '{{#rows}}{{carrier}} {{avg_delay}}; {{/rows}}<img src=x onerror=document.title=1>',
  )
  await expect(preview(page)).toHaveText('Frontier 25.05; JetBlue & Co 22.31; <img src=x onerror=document.title=1>')
  await expect(page.getByText('Preview: Late: triggered')).toBeVisible()
  await field(page, 'Description template').fill('{{#rows}}')
  await expect(preview(page)).toHaveText('Unable to render description. please confirm your template.')
  await expect(saveButton(page)).toBeDisabled()
  await field(page, 'Description template').fill('{{state}} {{carier}}')
  await expect(page.getByRole('status').filter({ hasText: '{{carier}} is not available and stays empty.' })).toBeVisible()
  await expectAccessible(page)
})

test('a user creates an alert and gets to its page, with a panel of subscriptions (ALERT-08, ALERT-10, ALERT-23)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Delayed flights', query: DELAYS })
  await page.goto('/alerts/new')
  await page.getByRole('combobox', { name: 'Query', exact: true }).fill('delayed')
  await page.getByRole('option', { name: `Delayed flights #${query.id}` }).click()
  await choose(page, 'Value column', 'avg_delay')
  await field(page, 'Reference').fill('20')
  await field(page, 'Rearm seconds').fill('3600')
  await field(page, 'Custom subject').fill('Late: {{state}}')
  await saveButton(page).click()
  await expectToast(page, 'Saved.')
  await expect(page).toHaveURL(/\/alerts\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Delayed flights: avg_delay greater than 20' })).toBeVisible()
  await expect(button(page, 'Delete')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Subscriptions' })).toBeVisible()
  const id = Number(page.url().split('/').at(-1))
  expect(await adminCall(alerts.get, { params: { id } })).toMatchObject({
    query: { id: query.id },
    rearm: 3600,
    options: { column: 'avg_delay', op: 'greater than', value: 20, subject: 'Late: {{state}}' },
  })
})

test('the list shows names and colored states, twenty per page (ALERT-01, ALERT-04, ALERT-05, OPEN-03)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: DELAYS })
  const made = await makeAlert(adminCall, query, { name: 'AAA is triggered' })
  await makeAlert(adminCall, query, { name: 'AAB is ok', options: { ...condition, value: 90 } })
  await adminCall(executions.runQuery, { params: { id: query.id }, body: { max_age: 0, wait: 30_000 } })
  await expect(async () => expect((await adminCall(alerts.get, { params: { id: made.id } })).state).toBe('triggered')).toPass()
  for (let number = 10; number < 30; number++) await makeAlert(adminCall, query, { name: `Alert ${number}` })
  await page.goto('/alerts?order=name')
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'State', 'Last Updated At', 'Created by', 'Created At'])
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(20)
  await expect(rows.nth(0)).toContainText(/AAA is triggered.*TRIGGERED/)
  await expect(rows.nth(1)).toContainText(/AAB is ok.*OK/)
  await expect(rows.nth(2)).toContainText('UNKNOWN')
  const colours = await rows
    .locator('[class*="Badge"]')
    .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).color))
  expect(new Set(colours).size).toBeGreaterThanOrEqual(3)
  await expectAccessible(page)
  await setTheme(page, 'dark')
  await expectAccessible(page)
  await button(page, 'Next page').click()
  await expect(page).toHaveURL(/page=2/)
})

test('an alert is opened from the list, with its history (ALERT-02, ALERT-07)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: DELAYS })
  const made = await makeAlert(adminCall, query, { name: 'A first one' })
  await adminCall(executions.runQuery, { params: { id: query.id }, body: { max_age: 0, wait: 30_000 } })
  await page.goto('/alerts?order=name')
  await page.getByRole('link', { name: 'A first one' }).click()
  await expect(page).toHaveURL(`/alerts/${made.id}`)
  await expect(page.getByRole('list', { name: 'History' }).getByRole('listitem').first()).toContainText('25.05')
  await expectAccessible(page)
})

test('a failed save shows an error, and leaving with changes asks for confirmation (ALERT-24, ALERT-30)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const alert = await makeAlert(adminCall, await workshop.makeRunQuery({ query: DELAYS }))
  await page.goto(`/alerts/${alert.id}`)
  await field(page, 'Reference').fill('21')
  await refuse(page, /\/api\/alerts\/\d+$/, 'POST')
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, 'Failed saving alert.')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' }).click()
  const leave = dialog(page, 'Are you sure you want to leave this page?')
  await expect(leave).toContainText('You will lose your changes if you leave')
  await leave.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Reference')).toHaveValue('21')
  await page.unrouteAll()
  await saveButton(page).click()
  await expectToast(page, 'Saved.')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' }).click()
  await expect(page).toHaveURL('/alerts')
  expect((await adminCall(alerts.get, { params: { id: alert.id } })).options.value).toBe(21)
})

test('an alert is tested after OK, and muted (ALERT-26)', async ({ adminPage: page, adminCall, workshop }) => {
  const alert = await makeAlert(adminCall, await workshop.makeRunQuery({ query: DELAYS }))
  await page.goto(`/alerts/${alert.id}`)
  await button(page, 'Send Test').click()
  await dialog(page, 'Send Test').getByRole('button', { name: 'OK', exact: true }).click()
  await expectToast(page, 'Test sent.')
  await button(page, 'Mute').click()
  await expect(button(page, 'Unmute')).toBeVisible()
})

test('deleting an alert asks first and cannot be dismissed while it runs (ALERT-25, ALERT-27, ALERT-29, OPEN-92)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const alert = await makeAlert(adminCall, await workshop.makeRunQuery({ query: DELAYS }))
  await page.goto(`/alerts/${alert.id}`)
  await button(page, 'Delete').click()
  const ask = dialog(page, 'Delete Alert')
  await expect(ask).toContainText('Are you sure you want to delete this alert?')
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(ask).toBeHidden()

  const held = await holdAnswer(page, /\/api\/alerts\/\d+$/, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 400, json: { message: 'No.' } }) : route.fallback(),
  )
  await button(page, 'Delete').click()
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect(ask.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(ask).toBeVisible()
  held.release()
  await expectToast(page, 'Failed deleting alert.')
})

test('a deleted alert leads back to the list (ALERT-28, OPEN-87)', async ({ adminPage: page, adminCall, workshop }) => {
  const alert = await makeAlert(adminCall, await workshop.makeRunQuery({ query: DELAYS }))
  await page.goto(`/alerts/${alert.id}`)
  await button(page, 'Delete').click()
  await dialog(page, 'Delete Alert').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Alert destination deleted successfully.')
  await expect(page).toHaveURL('/alerts')
})

test('a user without edit permission sees the fields of an alert but cannot change them (ALERT-09, ALERT-46)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: DELAYS })
  const alert = await makeAlert(adminCall, query, { template: '{{state}}' })
  await alterSession(page, ({ user }) => {
    user.id = 999
    user.permissions = ['list_alerts', 'view_query', 'execute_query']
  })
  await page.goto(`/alerts/${alert.id}`)
  for (const label of ['Reference', 'Rearm seconds', 'Name', 'Custom subject', 'Description template'])
    await expect(field(page, label)).toBeDisabled()
  for (const label of ['Query', 'Value column', 'Operator'])
    await expect(page.getByRole('combobox', { name: label, exact: true })).toBeDisabled()
  await expect(field(page, 'Reference')).toHaveValue('20')
  for (const name of ['Save', 'Delete', 'Mute', 'Send Test']) await expect(button(page, name)).toBeHidden()
  await expectAccessible(page)
  await adminCall(queries.remove, { params: { id: query.id } })
  await page.reload()
  await expect(page.getByText("It seems like the page you're looking for cannot be found.")).toBeVisible()
})
