import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import {
  expect,
  expectAccessible,
  expectClosesAfter,
  test as plainTest,
  runUntilVisible,
  stopClock,
  withoutPermissions,
} from '../page.ts'
import { holdAnswer, watchRequests } from '../traffic.ts'

const test = plainTest.extend<{ source: { id: number; name: string } }>({
  /** A data source created for the test. */
  source: async ({ adminCall }, use, { testId }) => {
    const name = `Source ${testId}`
    const { id } = await adminCall(api.dataSources.create, { body: { name, type: 'sqlite', options: { dbpath: harbour } } })
    await use({ id, name })
  },
})

const dir = mkdtempSync(join(tmpdir(), 'sightline-sources-'))
// Needs its own server without any data source.
test.use({
  settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Harbour office', SIGHTLINE_SOURCE_FOLDERS: dir },
})
const harbour = join(dir, 'harbour.db')

test.beforeAll(() => {
  const database = new DatabaseSync(harbour)
  database.exec("CREATE TABLE IF NOT EXISTS ships (name TEXT); INSERT INTO ships VALUES ('Aurora')")
  database.close()
})
test.afterAll(() => rmSync(dir, { recursive: true, force: true }))

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create a New Data Source' })
const create = (page: Page) => dialog(page).getByRole('button', { name: 'Create', exact: true })
const card = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').getByRole('link', { name })

async function chooseType(page: Page, name: string): Promise<void> {
  await page.goto('/data_sources/new')
  await dialog(page).getByRole('button', { name, exact: true }).click()
  await expect(dialog(page).getByRole('heading', { name })).toBeVisible()
}

test.describe('adding a data source', () => {
  test('the dialog leads from the type to its options and back (DS-03, DS-06, DS-07, LIST-20)', async ({ adminPage: page }) => {
    await page.goto('/data_sources')
    await page.getByRole('link', { name: 'New Data Source' }).click()
    await expect(page).toHaveURL('/data_sources/new')
    await expect(dialog(page).getByText('Type Selection')).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'PostgreSQL' })).toBeVisible()
    await expectAccessible(page)
    await dialog(page).getByPlaceholder('Search...').fill('no such type')
    await expect(dialog(page).getByText('No items match your search.')).toBeVisible()
    await dialog(page).getByPlaceholder('Search...').fill('sqlite')
    await expect(dialog(page).getByText('1 type')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByLabel('Database Path')).toBeVisible()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Previous' }).click()
    await expect(dialog(page).getByRole('button', { name: 'PostgreSQL' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/data_sources')
    await expect(dialog(page)).toBeHidden()
  })

  test('the gallery begins with popular types, then has categories, and finds types by other words too (DS-33, DS-34)', async ({
    adminPage: page,
  }) => {
    await page.goto('/data_sources/new')
    const group = (name: string) => dialog(page).getByRole('region', { name })
    await expect(group('Popular').getByRole('button', { name: 'PostgreSQL' })).toBeVisible()
    await expect(group('Databases').getByRole('button', { name: 'PostgreSQL' })).toHaveCount(0)
    await expect(group('Warehouses').getByRole('button', { name: 'Trino' })).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect(group('Popular').getByRole('button').first()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    const search = dialog(page).getByPlaceholder('Search...')
    await expect(search).toBeFocused()
    for (const [word, name] of [
      ['postgres', 'PostgreSQL'],
      ['mssql', 'Microsoft SQL Server'],
      ['big query', 'BigQuery'],
      ['excel', 'Uploaded files'],
      ['csv', 'Uploaded files'],
    ] as const) {
      await search.fill(word)
      await expect(dialog(page).getByRole('button', { name, exact: true })).toBeVisible()
    }
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('heading', { name: 'Uploaded files' })).toBeVisible()
  })

  test('the URL of the dialog opens it over the list (DS-04)', async ({ adminPage: page }) => {
    await page.goto('/data_sources/new')
    await expect(dialog(page)).toBeVisible()
    await expect(page.locator('main h1')).toHaveText('Data Sources')
  })

  test('the fields are those of the type, in its order (DS-15)', async ({ adminPage: page, adminCall }) => {
    const types = await adminCall(api.dataSources.types)
    const schema = types.find(({ type }) => type === 'pg')?.configuration_schema
    const extra = schema?.extra_options ?? []
    const order = schema?.order ?? Object.keys(schema?.properties ?? {})
    const inForm = [...order.filter((name) => !extra.includes(name)), ...order.filter((name) => extra.includes(name))]
    const expected = inForm
      .flatMap((name) => {
        // Each option of a group is a separate field.
        const group = schema?.properties[name]?.properties
        return group ? Object.keys(group).map((inner) => `${name}.${inner}`) : [name]
      })
      // File inputs have no `name` attribute.
      .filter((name) => !name.endsWith('File'))
    await chooseType(page, 'PostgreSQL')
    const inputs = dialog(page).locator('input[name]')
    // Fields added by Sightline follow those of the type.
    await expect
      .poll(() => inputs.evaluateAll((shown) => shown.map((input) => input.getAttribute('name'))))
      .toEqual(['name', ...expected, ':concurrency', ':time_limit'])
    await expect(
      dialog(page)
        .getByLabel(/^Password/)
        .first(),
    ).toHaveAttribute('type', 'password')
    await expectAccessible(page)
  })

  test('a field whose name ends in File accepts a file, which is sent in base64 (DS-17)', async ({ adminPage: page }) => {
    await chooseType(page, 'PostgreSQL')
    await dialog(page).locator('input[name="name"]').fill('With a certificate')
    await dialog(page).locator('input[name="dbname"]').fill('sales')
    const certificate = Buffer.from('-----BEGIN CERTIFICATE-----\u00e9')
    const more = dialog(page).getByRole('button', { name: 'Additional Settings' })
    if (await more.isVisible()) await more.click()
    const choosing = page.waitForEvent('filechooser')
    await dialog(page).getByLabel('SSL Root Certificate').click()
    await (await choosing).setFiles({ name: 'ca.pem', mimeType: 'application/x-pem-file', buffer: certificate })
    await expect(dialog(page).getByText('ca.pem')).toBeVisible()
    await page.route('**/api/data_sources', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 400, json: { message: 'Not now.' } }) : route.continue(),
    )
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/data_sources'))
    await create(page).click()
    expect((await sent).postDataJSON().options).toMatchObject({ sslrootcertFile: certificate.toString('base64') })
  })

  test('empty required fields show an error (DS-14, DS-19, FORM-01)', async ({ adminPage: page }) => {
    await chooseType(page, 'Sqlite')
    await create(page).click()
    await expect(dialog(page).getByText('This field is required.')).toHaveCount(2)
    await expectAccessible(page)
    await dialog(page).getByLabel('Name').fill('Berths')
    await expect(dialog(page).getByText('This field is required.')).toHaveCount(1)
  })

  test('a SQLite file is added, tested and listed (DS-01, DS-06, DS-09, DS-23)', async ({ adminPage: page }) => {
    await chooseType(page, 'Sqlite')
    await dialog(page).getByLabel('Name').fill('Harbour')
    await dialog(page).getByLabel('Database Path').fill(harbour)
    await create(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Test Connection' }).click()
    await expect(page.getByText('Success', { exact: true })).toBeVisible()
    await page.goto('/data_sources')
    await expect(card(page, 'Harbour').locator('svg').or(card(page, 'Harbour').locator('img')).first()).toBeVisible()
    await expectAccessible(page)
  })

  test('a failure is shown next to the options (DS-08)', async ({ adminPage: page, adminCall }) => {
    await adminCall(api.dataSources.create, { body: { name: 'Taken', type: 'sqlite', options: { dbpath: harbour } } })
    await chooseType(page, 'Sqlite')
    await dialog(page).getByLabel('Name').fill('Taken')
    await dialog(page).getByLabel('Database Path').fill(harbour)
    await create(page).click()
    await expect(dialog(page).getByText('Data source with the name Taken already exists.')).toBeVisible()
    await expect(dialog(page).getByLabel('Database Path')).toHaveValue(harbour)
    await expectAccessible(page)
    await dialog(page).getByLabel('Name').fill('Not taken')
    await create(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Not taken' })).toBeVisible()
  })

  test('submitting twice adds one data source (DS-10, FORM-08)', async ({ adminPage: page, adminCall }) => {
    await chooseType(page, 'Sqlite')
    await dialog(page).getByLabel('Name').fill('Only once')
    await dialog(page).getByLabel('Database Path').fill(harbour)
    const sent = watchRequests(page, 'POST', /\/api\/data_sources$/)
    const saving = await holdAnswer(page, '**/api/data_sources')
    await dialog(page)
      .locator('form')
      .evaluate((form: HTMLFormElement) => {
        form.requestSubmit()
        form.requestSubmit()
      })
    await expect(create(page)).toBeDisabled()
    await dialog(page).getByLabel('Name').press('Enter')
    saving.release()
    await expect(page.getByRole('heading', { name: 'Only once' })).toBeVisible()
    expect(sent).toHaveLength(1)
    const named = (await adminCall(api.dataSources.list)).filter(({ name }) => name === 'Only once')
    expect(named).toHaveLength(1)
  })

  test('an uploaded CSV file becomes a table', async ({ adminPage: page, adminCall }) => {
    await chooseType(page, 'Uploaded files')
    await dialog(page).getByLabel('Name').fill('Tides')
    const choose = dialog(page).locator('input[type="file"]')
    await choose.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('') })
    await expect(dialog(page).getByText('The file is empty.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Dismiss empty.csv' }).click()
    const csv = 'hour,height\n0,2.5\n6,0.4\n12,2.6\n'
    await choose.setInputFiles({ name: 'tides.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await expect(dialog(page).getByText('tides: 3 rows')).toBeVisible()
    await expectAccessible(page)
    await create(page).click()
    await expect(page.getByRole('heading', { name: 'Tides' })).toBeVisible()
    const id = (await adminCall(api.dataSources.list)).find(({ name }) => name === 'Tides')?.id ?? 0
    const reply = await adminCall(api.dataSources.schema, { params: { id } })
    expect(reply).toMatchObject({ schema: [{ name: 'tides', columns: [{ name: 'hour' }, { name: 'height' }] }] })
  })

  test('users who are not admins see neither the dialog nor the list (DS-05, DS-29)', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'admin', 'super_admin')
    await page.goto('/data_sources/new')
    await expect(page).toHaveURL('/data_sources')
    await expect(page.getByText('It seems like you don’t have permission to see this page.')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
  })
})

test.describe('editing a data source', () => {
  test('the form shows the logo of the type and saves (DS-11, DS-13, DS-21, FORM-04)', async ({
    adminPage: page,
    source,
    adminCall,
  }) => {
    await page.goto('/data_sources')
    await card(page, source.name).click()
    await expect(page).toHaveURL(`/data_sources/${source.id}`)
    const form = page.locator('form').filter({ has: page.getByLabel('Database Path') })
    await expect(form.getByRole('heading', { name: source.name })).toBeVisible()
    const logo = (await adminCall(api.dataSources.types)).find(({ type }) => type === 'sqlite')?.logo ?? ''
    await expect(form.locator('img')).toHaveAttribute('src', `data:image/svg+xml,${encodeURIComponent(logo)}`)
    await expect(form.getByRole('button', { name: 'Delete' })).toBeVisible()
    await expect(form.getByRole('button', { name: 'Test Connection' })).toBeEnabled()
    await expectAccessible(page)
    await form.getByLabel('Name').fill(`${source.name} renamed`)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
    await expect(form.getByRole('heading', { name: `${source.name} renamed` })).toBeVisible()
    expect(await adminCall(api.dataSources.get, { params: { id: source.id } })).toMatchObject({
      name: `${source.name} renamed`,
    })
  })

  test('an action without its own message shows nothing on success and the reason on failure (OPEN-127)', async ({
    failingPage: page,
    product,
    source,
  }) => {
    const pauses = `**/api/data_sources/${source.id}/pause`
    const toasts = page.locator('[data-toast]')
    await page.goto(`${product.url}/data_sources/${source.id}`)
    const pause = async () => {
      await page.getByRole('button', { name: 'Pause', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    }
    await page.route(pauses, (route) => route.fulfill({ status: 400, json: { message: 'Not while a run is under way.' } }))
    await pause()
    await expect(toasts).toHaveText('Not while a run is under way.')
    await toasts.getByRole('button').click()
    await page.unroute(pauses)
    await page.route(pauses, (route) => route.fulfill({ status: 502, body: 'no JSON' }))
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await expect(toasts).toHaveText('Something went wrong.')
    await toasts.getByRole('button').click()
    await page.unroute(pauses)
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
    await expect(toasts).toHaveCount(0)
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  })

  test('a data source that cannot be saved shows an error (DS-14, DS-21, FORM-05, FORM-06)', async ({
    adminPage: page,
    source,
    adminCall,
  }) => {
    const other = `${source.name} other`
    await adminCall(api.dataSources.create, { body: { name: other, type: 'sqlite', options: { dbpath: harbour } } })
    await page.goto(`/data_sources/${source.id}`)
    await page.getByLabel('Name').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('This field is required.')).toBeVisible()
    await page.getByLabel('Name').fill(other)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').getByText(`Data source with the name ${other} already exists.`)).toBeVisible()
    await page.route(`**/api/data_sources/${source.id}`, (route) => route.fulfill({ status: 400, json: {} }), { times: 1 })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').getByText('Failed saving.')).toBeVisible()
  })

  test('a connection test that succeeds shows a message (DS-23)', async ({ adminPage: page, source }) => {
    await page.goto(`/data_sources/${source.id}`)
    await page.getByRole('button', { name: 'Test Connection' }).click()
    await expect(page.getByRole('status').getByText('Success', { exact: true })).toBeVisible()
  })

  test('a connection test that fails shows a message for 10 s (DS-24)', async ({ adminPage: page, adminCall }) => {
    const { id } = await adminCall(api.dataSources.create, {
      body: { name: 'Sunken', type: 'sqlite', options: { dbpath: join(dir, 'sunken.db') } },
    })
    await page.clock.install()
    await page.goto(`/data_sources/${id}`)
    await expect(page.getByRole('button', { name: 'Test Connection' })).toBeVisible()
    await stopClock(page)
    await page.getByRole('button', { name: 'Test Connection' }).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Connection Test Failed:' })
    await runUntilVisible(page, toast)
    await expect(toast).toContainText('There is no database file "sunken.db".')
    await expectClosesAfter(page, toast, 10_000)
  })

  test('an empty response counts as a failure (DS-24, DS-25)', async ({ adminPage: page, source }) => {
    await page.route('**/api/data_sources/*/test', (route) => route.fulfill({ json: {} }))
    await page.goto(`/data_sources/${source.id}`)
    await page.getByRole('button', { name: 'Test Connection' }).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Connection Test Failed:' })
    await expect(toast).toContainText('Unknown error occurred while performing connection test. Please try again later.')
    await expectAccessible(page)
  })

  test('a data source is deleted after confirmation (DS-22)', async ({ adminPage: page, source, adminCall }) => {
    await page.goto(`/data_sources/${source.id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete Data Source' })
    await expect(question.getByText(/^Are you sure you want to delete this data source\?/)).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(`/data_sources/${source.id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Data source deleted successfully.')).toBeVisible()
    await expect(page).toHaveURL('/data_sources')
    await expect(card(page, source.name)).toHaveCount(0)
    expect((await adminCall(api.dataSources.list)).map(({ id }) => id)).not.toContain(source.id)
  })
})
