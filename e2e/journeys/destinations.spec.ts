import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { type AdminCall, expect, expectAccessible, setTheme, test, withoutPermissions } from '../page.ts'
import { expectToast } from '../toasts.ts'
import { holdAnswer } from '../traffic.ts'

// Needs its own server, which may call the service below.
test.use({
  settings: {
    SIGHTLINE_SAMPLE_DATA: '0',
    SIGHTLINE_ORG_NAME: 'Office of destinations',
    SIGHTLINE_DESTINATION_NETWORKS: '127.0.0.1',
  },
})

/** Starts a webhook receiver. */
const received: string[] = []
let status = 200
const service = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  received.push(body)
  response.writeHead(status).end('ok')
})
let address = ''
test.beforeAll(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const listening = service.address()
  address = `http://127.0.0.1:${typeof listening === 'object' ? listening?.port : ''}/hook`
})
test.afterAll(() => service.close())

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create a New Alert Destination' })
const create = (page: Page) => dialog(page).getByRole('button', { name: 'Create', exact: true })
const card = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').getByRole('link', { name })
const form = (page: Page) => page.getByRole('main').locator('form')
const nameField = (page: Page) => form(page).getByRole('textbox', { name: 'Name', exact: true })
const makeMailbox = (call: AdminCall, name: string) =>
  call(api.destinations.create, { body: { name, type: 'email', options: { addresses: 'ops@example.com' } } })
const makeHook = (call: AdminCall, name: string) =>
  call(api.destinations.create, { body: { name, type: 'webhook', options: { url: address, username: 'sight' } } })

test('an empty list of destinations says so, and leads to a dialog with a URL (DEST-01, DEST-02, DEST-03, DEST-04)', async ({
  adminPage: page,
}) => {
  await page.goto('/destinations')
  await expect(page.getByText('There are no alert destinations yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New Alert Destination' }).click()
  await expect(page).toHaveURL('/destinations/new')
  await expect(dialog(page).getByText('12 types')).toBeVisible()
  await page.reload()
  await expect(dialog(page)).toBeVisible()
  await expect(page.locator('main h1')).toHaveText('Alert Destinations')
})

test('an admin creates a destination once its fields are valid, and sends a test (DEST-08, FORM-01, FORM-04, FORM-08)', async ({
  adminPage: page,
}) => {
  await page.goto('/destinations/new')
  await dialog(page).getByPlaceholder('Search...').fill('webh')
  await dialog(page).getByRole('button', { name: 'Webhook', exact: true }).click()
  await create(page).click()
  await expect(dialog(page).getByText('This field is required.')).toHaveCount(2)
  await expectAccessible(page)
  await dialog(page).getByLabel('Name', { exact: false }).first().fill('Nightly job')
  await expect(dialog(page).getByLabel('Url')).toHaveAttribute('type', 'password')
  await dialog(page).getByLabel('Url').fill('nowhere')
  await create(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('http://')

  await dialog(page).getByLabel('Url').fill(address)
  const answer = await holdAnswer(page, /api\/destinations$/)
  await create(page).click()
  await answer.isAsked
  await expect(create(page)).toBeDisabled()
  answer.release()
  await expectToast(page, 'Saved.')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Nightly job' })).toBeVisible()
  await page.getByRole('button', { name: 'Send Test' }).click()
  await expectToast(page, 'Test sent.')
  expect(JSON.parse(received.at(-1) ?? '')).toMatchObject({ alert: { name: 'Test of Nightly job' } })
  await page.goto('/destinations')
  await expect(card(page, 'Nightly job')).toContainText('Webhook')
})

test('users who are not admins see the list of destinations, and create none (PERM-08)', async ({ adminPage: page }) => {
  await withoutPermissions(page, 'admin', 'super_admin')
  await page.goto('/destinations/new')
  await expect(page).toHaveURL('/destinations')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('link', { name: 'New Alert Destination' })).toBeHidden()
})

test('an email destination warns that there is no mail server (FORM-07)', async ({ adminPage: page, adminCall }) => {
  const { id } = await makeMailbox(adminCall, 'Mailbox')
  await page.goto(`/destinations/${id}`)
  await expect(form(page).getByRole('heading', { name: 'Mailbox' })).toBeVisible()
  const warning =
    "It looks like your mail server isn't configured. Make sure to configure it for the email destination to work."
  await expect(form(page).getByText(warning)).toBeVisible()
  await expectAccessible(page)
  await setTheme(page, 'dark')
  await expectAccessible(page)
})

test('a changed destination is saved, or says why it was not (DEST-08, FORM-05, FORM-06)', async ({
  adminPage: page,
  adminCall,
}) => {
  await makeHook(adminCall, 'Taken')
  const { id } = await makeHook(adminCall, 'Hook')
  await page.goto(`/destinations/${id}`)
  await expect(form(page).getByLabel('Url')).toHaveValue('--------')
  await nameField(page).fill('Taken')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Alert Destination with the name Taken already exists.')
  await nameField(page).fill('Hook that is changed')
  await expect(form(page).getByRole('button', { name: 'Send Test' })).toBeDisabled()
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved.')
  await page.route(/api\/destinations\/\d+$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, body: '' }) : route.fallback(),
  )
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed saving.')
})

test('a destination is tested and deleted (DEST-05, DEST-07)', async ({ adminPage: page, adminCall }) => {
  await makeMailbox(adminCall, 'Mailbox that stays')
  const { id } = await makeHook(adminCall, 'Hook of ours')
  await page.goto(`/destinations/${id}`)
  status = 500
  await form(page).getByRole('button', { name: 'Send Test' }).click()
  await expectToast(page, 'The test was not delivered.', 'answered with status 500')
  status = 200
  await form(page).getByRole('button', { name: 'Send Test' }).click()
  await expectToast(page, 'Test sent.')

  await form(page).getByRole('button', { name: 'Delete' }).click()
  const sure = page.getByRole('dialog', { name: 'Delete Alert Destination' })
  await expect(sure).toContainText('Are you sure you want to delete Hook of ours? No alert uses it.')
  await sure.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Alert destination deleted successfully.')
  await expect(page).toHaveURL('/destinations')
  await expect(card(page, 'Mailbox that stays')).toBeVisible()
  await expect(card(page, 'Hook of ours')).toBeHidden()
})

test('a destination that another admin has deleted is not saved, and the entered values stay', async ({
  adminPage: page,
  adminCall,
}) => {
  const { id } = await makeMailbox(adminCall, 'Fleeting')
  await page.goto(`/destinations/${id}`)
  await nameField(page).fill('Too late')
  await adminCall(api.destinations.remove, { params: { id } })
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Not saved: someone else has deleted this.')
  await expect(nameField(page)).toHaveValue('Too late')
})

test('the profile menu links only to lists that the user may open (SHELL-28, OPEN-75)', async ({ adminPage: page }) => {
  const lists = [
    ['Data Sources', '/data_sources'],
    ['Groups', '/groups'],
    ['Users', '/users'],
    ['Query Snippets', '/query_snippets'],
    ['Alert Destinations', '/destinations'],
  ] as const
  const entry = (name: string) => page.getByRole('menuitem', { name })
  await page.goto('/destinations')
  await page.getByRole('button', { name: /^Profile of/ }).click()
  for (const [name, path] of lists) await expect(entry(name)).toHaveAttribute('href', path)

  await withoutPermissions(page, 'admin', 'super_admin', 'list_users', 'create_query')
  await page.goto('/')
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await expect(entry('Edit Profile')).toBeVisible()
  for (const [name] of lists) await expect(entry(name)).toBeHidden()
})
