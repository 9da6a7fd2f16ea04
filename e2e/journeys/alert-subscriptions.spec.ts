import type { Page } from '@playwright/test'
import { alerts } from '@sightline/contract/alerts.ts'
import { destinations } from '@sightline/contract/destinations.ts'
import { DELAYS, makeAlert } from '../alerts.ts'
import { alterSession, expectAccessible } from '../page.ts'
import { choose, expect, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { refuse } from '../traffic.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name })
const subscribers = (page: Page) => page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem')

test('a user subscribes by email or adds a destination, and reads whether it worked (ALERT-36, ALERT-37, ALERT-38, ALERT-39)', async ({
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
  await refuse(page, /\/subscriptions$/, 'POST')
  await add(/\(Email\)$/)
  await expectToast(page, 'Failed saving subscription.')
  await page.unrouteAll()
  await button(page, 'Add').click()
  await expectToast(page, 'Subscribed.')
  await add(/^#ops-delays/)
  await expect(subscribers(page)).toHaveText([/mara.*Email/i, /#ops-delays.*Slack/])
  await expect(subscribers(page).nth(1).locator('svg').first()).toBeVisible()
  await expectAccessible(page)
})

test('removing a subscription says whether it worked (ALERT-40, ALERT-41)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const alert = await makeAlert(adminCall, await workshop.makeRunQuery({ query: DELAYS }))
  const { id: destination_id } = await adminCall(destinations.create, {
    body: { name: '#ops-late', type: 'slack', options: { url: 'https://hooks.example.com/x' } },
  })
  await adminCall(alerts.subscribe, { params: { id: alert.id }, body: { destination_id } })
  await page.goto(`/alerts/${alert.id}`)
  await refuse(page, /\/subscriptions\/\d+$/, 'DELETE')
  await button(page, 'Remove #ops-late').click()
  await expectToast(page, 'Failed unsubscribing.')
  await page.unrouteAll()
  await button(page, 'Remove #ops-late').click()
  await expectToast(page, 'Unsubscribed')
  await expect(subscribers(page)).toHaveCount(0)
})

test("only admins remove another user's subscription and are led to a new destination (ALERT-42, ALERT-43, ALERT-44)", async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const alert = await makeAlert(adminCall, await workshop.makeRunQuery({ query: DELAYS }))
  await adminCall(alerts.subscribe, { params: { id: alert.id }, body: {} })
  await alterSession(page, ({ user }) => {
    user.id = 999
  })
  await page.goto(`/alerts/${alert.id}`)
  await expect(button(page, 'Remove mara')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create New Destination' })).toHaveAttribute('href', /destinations\/new$/)
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

test('a new alert begins with the query it was created from, and is saved with its subscribers (ALERT-54, ALERT-55)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  await adminCall(destinations.create, {
    body: { name: '#ops-new', type: 'slack', options: { url: 'https://hooks.example.com/x' } },
  })
  const query = await workshop.makeRunQuery({ name: 'Delays by carrier', query: DELAYS })
  await page.goto(`/queries/${query.id}`)
  await button(page, 'Share').click()
  await page.getByRole('menuitem', { name: 'Create Alert' }).click()
  await expect(page).toHaveURL(`/alerts/new?query=${query.id}`)
  await expect(page.getByRole('combobox', { name: 'Query', exact: true })).toHaveValue('Delays by carrier')
  await choose(page, 'Value column', 'avg_delay')
  await page.getByRole('textbox', { name: 'Reference' }).fill('20')
  await page.getByRole('textbox', { name: 'Rearm seconds' }).fill('2')
  await choose(page, 'Unit of rearm', 'hours')
  for (const option of [/\(Email\)$/, /^#ops-new/]) {
    await page.getByRole('combobox', { name: 'Add destination or yourself' }).click()
    await page.getByRole('option', { name: option }).click()
    await button(page, 'Add').click()
  }
  await expect(subscribers(page)).toHaveCount(2)
  await expectAccessible(page)
  await button(page, 'Remove #ops-new').click()
  await expect(subscribers(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page).toHaveURL(/\/alerts\/\d+$/)
  await expect(subscribers(page)).toHaveText([/mara.*Email/i])
  await expect(page.getByRole('combobox', { name: 'Unit of rearm' })).toHaveValue('hours')
  const id = Number(page.url().split('/').at(-1))
  expect(await adminCall(alerts.get, { params: { id } })).toMatchObject({ query_id: query.id, rearm: 7200 })
  expect(await adminCall(alerts.subscriptions, { params: { id } })).toHaveLength(1)
})

test('the rearm time is entered in a unit and saved in seconds (ALERT-53)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const alert = await makeAlert(adminCall, await workshop.makeRunQuery({ query: DELAYS }))
  await page.goto(`/alerts/${alert.id}`)
  const rearm = page.getByRole('textbox', { name: 'Rearm seconds' })
  await rearm.fill('90')
  await choose(page, 'Unit of rearm', 'minutes')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expectToast(page, 'Saved.')
  expect((await adminCall(alerts.get, { params: { id: alert.id } })).rearm).toBe(5400)
  await rearm.fill('99999')
  await choose(page, 'Unit of rearm', 'days')
  await expect(page.getByRole('paragraph').filter({ hasText: 'Enter at most 68 years.' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Save/ })).toBeDisabled()
})
