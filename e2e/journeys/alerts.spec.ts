import type { Page } from '@playwright/test'
import { type Alert, alerts } from '@sightline/contract/alerts.ts'
import { destinations } from '@sightline/contract/destinations.ts'
import { executions } from '@sightline/contract/executions.ts'
import { type Query, queries } from '@sightline/contract/queries.ts'
import { type AdminCall, alterSession, expectAccessible, setTheme, withoutPermissions } from '../page.ts'
import { choose, expect, test, toast } from '../queries.ts'
import { refuse } from '../traffic.ts'

test.use({ settings: { SIGHTLINE_ORG_NAME: 'Office of alerts' } })

const DELAYS = "SELECT * FROM (VALUES ('Frontier', 25.05), ('JetBlue & Co', 22.31)) t(carrier, avg_delay)"
const MAIL_WARNING = "It looks like your mail server isn't configured. Make sure to configure it for the alert emails to work."

const button = (page: Page, name: string) => page.getByRole('button', { name })
const saveButton = (page: Page) => page.getByRole('button', { name: /^Save/ })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const finding = (page: Page) => page.getByRole('status', { name: 'Current value' })
const subscribers = (page: Page) => page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem')
const condition = { column: 'avg_delay', op: 'greater than', value: 20 } as const
const makeAlert = (call: AdminCall, { id }: Query, fields: object = {}): Promise<Alert> =>
  call(alerts.create, { body: { name: 'Delays', query_id: id, options: condition, ...fields } })

test('the header and the sidebar lead to alerts, and an empty list says there are none (ALERT-03, ALERT-06, ALERT-48, OPEN-118, SHELL-14, SHELL-15, SHELL-16, SHELL-22, PERM-08)', async ({
  adminPage: page,
}) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' }).click()
  await expect(page).toHaveURL('/alerts')
  await expect(page.getByText('Get notified on certain events')).toBeVisible()
  await expect(page.getByText(MAIL_WARNING)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Create').click()
  await expect(page.getByRole('menuitem')).toContainText(['Query', 'Dashboard', 'Alert'])
  await page.getByRole('menuitem', { name: 'Alert' }).click()
  await expect(page).toHaveURL('/alerts/new')
  await expect(page.getByRole('heading', { name: 'New Alert' })).toBeVisible()
  await expect(saveButton(page)).toBeDisabled()
  await expectAccessible(page)

  await withoutPermissions(page, 'admin', 'super_admin', 'list_alerts', 'create_query', 'create_dashboard')
  await page.goto('/alerts/new')
  await expect(page.getByRole('heading', { name: 'New Alert' })).toBeVisible()
  await expect(page.getByText(MAIL_WARNING)).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' })).toBeHidden()
  // Creating alerts needs no permission.
  await button(page, 'Create').click()
  await expect(page.getByRole('menuitem')).toContainText(['Alert'])
})

test('a user creates an alert (ALERT-08, ALERT-09, ALERT-10, ALERT-11, ALERT-12, ALERT-13, ALERT-14, ALERT-15, ALERT-16, ALERT-21, ALERT-22, ALERT-23, OPEN-88)', async ({
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
  await expect(page.getByRole('link', { name: 'Open query' })).toHaveAttribute('href', new RegExp(`queries/${query.id}$`))

  await choose(page, 'Value column', 'avg_delay')
  await expect(finding(page)).toHaveText('First row value is 25.05.')
  await page.getByRole('combobox', { name: 'Operator' }).click()
  await expect(page.getByRole('option')).toHaveText(['greater than', 'less than', 'equals'])
  await page.getByRole('option', { name: 'greater than' }).click()
  await expect(saveButton(page)).toBeDisabled()
  await field(page, 'Reference').pressSequentially('m-1.a5')
  await expect(field(page, 'Reference')).toHaveValue('-1.5')
  await field(page, 'Reference').fill('20')
  await expect(finding(page)).toContainText('First row value is 25.05, which is greater than 20.')
  await expect(page.getByText('This query has no refresh schedule')).toBeVisible()
  await field(page, 'Rearm seconds').pressSequentially('s1o2on')
  await expect(field(page, 'Rearm seconds')).toHaveValue('12')
  await field(page, 'Rearm seconds').fill('3600')
  await expect(page.getByText('1 hour', { exact: true })).toBeVisible()
  await button(page, 'Backtest on past results').click()
  await expect(page.getByRole('status', { name: 'Backtest' })).toContainText('Would have triggered once (1 result checked).')

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
  await field(page, 'Description template').fill('{{state}}')
  await expectAccessible(page)

  await saveButton(page).click()
  await expect(toast(page, 'Saved.')).toBeVisible()
  await expect(page).toHaveURL(/\/alerts\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Late by carrier: avg_delay greater than 20' })).toBeVisible()
  await expect(button(page, 'Delete')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Subscriptions' })).toBeVisible()
  await page.reload()
  await expect(field(page, 'Rearm seconds')).toHaveValue('3600')
  await expect(field(page, 'Custom subject')).toHaveValue('Late: {{state}}')
})

test('the list shows names and states, twenty per page (ALERT-01, ALERT-02, ALERT-04, ALERT-05, ALERT-07, OPEN-03)', async ({
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
  await page.goBack()
  await page.getByRole('link', { name: 'AAA is triggered' }).click()
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
  await expect(toast(page, 'Failed saving alert.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' }).click()
  const leave = dialog(page, 'Are you sure you want to leave this page?')
  await expect(leave).toContainText('You will lose your changes if you leave')
  await leave.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Reference')).toHaveValue('21')
  await page.unrouteAll()
  await saveButton(page).click()
  await expect(toast(page, 'Saved.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' }).click()
  await expect(page).toHaveURL('/alerts')
  expect((await adminCall(alerts.get, { params: { id: alert.id } })).options.value).toBe(21)
})

test('deleting asks for confirmation and cannot be dismissed while it runs (ALERT-25, ALERT-26, ALERT-27, ALERT-28, ALERT-29, OPEN-87, OPEN-92)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const alert = await makeAlert(adminCall, await workshop.makeRunQuery({ query: DELAYS }))
  await page.goto(`/alerts/${alert.id}`)
  await button(page, 'Send test').click()
  await dialog(page, 'Send test').getByRole('button', { name: 'OK', exact: true }).click()
  await expect(toast(page, 'Test sent.')).toBeVisible()
  await button(page, 'Mute').click()
  await expect(button(page, 'Unmute')).toBeVisible()

  await button(page, 'Delete').click()
  const ask = dialog(page, 'Delete Alert')
  await expect(ask).toContainText('Are you sure you want to delete this alert?')
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(ask).toBeHidden()

  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/alerts\/\d+$/, async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    await isAnswered
    await route.fulfill({ status: 400, json: { message: 'No.' } })
  })
  await button(page, 'Delete').click()
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect(ask.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(ask).toBeVisible()
  answer()
  await expect(toast(page, 'Failed deleting alert.')).toBeVisible()
  await page.unrouteAll()
  await button(page, 'Delete').click()
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Alert destination deleted successfully.')).toBeVisible()
  await expect(page).toHaveURL('/alerts')
})

test('subscriptions are added and removed (ALERT-36, ALERT-37, ALERT-38, ALERT-39, ALERT-40, ALERT-41, ALERT-42, ALERT-43, ALERT-44)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const alert = await makeAlert(adminCall, await workshop.makeRunQuery({ query: DELAYS }))
  await adminCall(destinations.create, {
    body: { name: '#ops-delays', type: 'slack', options: { url: 'https://hooks.example.com/x' } },
  })
  const add = async (option: RegExp) => {
    await page.getByRole('combobox', { name: 'Add destination or yourself' }).click()
    await page.getByRole('option', { name: option }).click()
    await button(page, 'Add').click()
  }
  await page.goto(`/alerts/${alert.id}`)
  await expect(page.getByRole('link', { name: 'Create New Destination' })).toHaveAttribute('href', /destinations\/new$/)
  await refuse(page, /\/subscriptions$/, 'POST')
  await add(/\(Email\)$/)
  await expect(toast(page, 'Failed saving subscription.')).toBeVisible()
  await page.unrouteAll()
  await button(page, 'Add').click()
  await expect(toast(page, 'Subscribed.')).toBeVisible()
  await add(/^#ops-delays/)
  await expect(subscribers(page)).toHaveText([/mara.*Email/i, /#ops-delays.*Slack/])
  await expect(subscribers(page).nth(1).locator('svg').first()).toBeVisible()
  await expectAccessible(page)

  await refuse(page, /\/subscriptions\/\d+$/, 'DELETE')
  await button(page, 'Remove #ops-delays').click()
  await expect(toast(page, 'Failed unsubscribing.')).toBeVisible()
  await page.unrouteAll()
  await button(page, 'Remove #ops-delays').click()
  await expect(toast(page, 'Unsubscribed')).toBeVisible()
  await expect(subscribers(page)).toHaveCount(1)

  // Only admins may remove another user's subscription.
  await alterSession(page, ({ user }) => {
    user.id = 999
  })
  await page.reload()
  await expect(button(page, 'Remove mara')).toBeVisible()
  await page.unrouteAll()
  await alterSession(page, ({ user }) => {
    user.id = 999
    user.permissions = ['list_alerts', 'view_query', 'execute_query']
  })
  await page.reload()
  await expect(subscribers(page)).toHaveCount(1)
  await expect(button(page, 'Remove mara')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Create New Destination' })).toBeHidden()
})

test('a user without edit permission sees the fields of an alert but cannot change them (ALERT-46)', async ({
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
  for (const name of ['Save', 'Delete', 'Mute', 'Send test']) await expect(button(page, name)).toBeHidden()
  await expectAccessible(page)
  await adminCall(queries.remove, { params: { id: query.id } })
  await page.reload()
  await expect(page.getByText("It seems like the page you're looking for cannot be found.")).toBeVisible()
})
