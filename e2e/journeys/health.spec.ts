import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { APIRequestContext, Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { addTable, makeBoard, open, widget } from '../boards.ts'
import { type AdminCall, expect, expectAccessible, setTheme, test } from '../page.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-health-'))
test.use({
  settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Corner shop', SIGHTLINE_SOURCE_FOLDERS: folder },
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dbpath = join(folder, 'shop.sqlite')
/** Changes the tables of the data source. */
function change(statements: string): void {
  const database = new DatabaseSync(dbpath)
  database.exec(statements)
  database.close()
}

/** A saved query on a new table of the shop, which has run once. */
async function salesQuery(call: AdminCall, name: string): Promise<Query> {
  change('drop table if exists sales; create table sales (amount integer); insert into sales values (5), (7)')
  const source = await call(api.dataSources.create, {
    body: { name: `Source of ${name}`, type: 'sqlite', options: { dbpath } },
  })
  const { id } = await call(api.queries.create, {
    body: { name, query: 'select sum(amount) as total from sales', data_source_id: source.id },
  })
  await run(call, { id })
  return call(api.queries.get, { params: { id } })
}

const FAILED = 'Refresh failed 2 times'

/** Runs a query as its schedule would. */
const run = async (call: AdminCall, { id }: Pick<Query, 'id'>) =>
  call(api.executions.runQuery, { params: { id }, body: { max_age: 0, wait: 30_000 } })
const failuresOf = async (request: APIRequestContext, { id }: Query): Promise<number> =>
  (await (await request.get(`/api/queries/health?ids=${id}`)).json())[0].failures

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const mark = (page: Page, name: string) => widget(page, name).getByRole('status').filter({ hasText: 'Refresh' })

test('a query that fails after a success is marked on its page, in the lists, on dashboards, public pages and embeds, until it recovers (QLIST-18, WIDGET-40, OPEN-150)', async ({
  adminPage: page,
  adminCall,
  adminRequest,
}) => {
  const query = await salesQuery(adminCall, 'Daily sales')
  const board = await makeBoard(adminCall, 'Sales')
  await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 6, sizeY: 8 })
  const { public_url } = await adminCall(api.dashboards.share, { params: { slug: String(board.id) } })
  await open(page, board)
  await expect(page.getByRole('gridcell', { name: '12' })).toBeVisible()

  change('alter table sales rename to sales_2025')
  for (const failures of [1, 2]) {
    await run(adminCall, query)
    await expect.poll(() => failuresOf(adminRequest, query)).toBe(failures)
  }
  await open(page, board)
  await expect(mark(page, 'Daily sales')).toContainText(FAILED)
  await expect(mark(page, 'Daily sales')).toContainText('data from')
  await expect(page.getByRole('gridcell', { name: '12' })).toBeVisible()
  await mark(page, 'Daily sales').focus()
  await expect(page.getByRole('tooltip')).toContainText('no such table: sales')
  await expectAccessible(page)
  await setTheme(page, 'dark')
  await expectAccessible(page)

  const visitor = await page.context().browser()?.newContext()
  const publicPage = await visitor?.newPage()
  if (!publicPage) throw new Error('There is no browser.')
  await publicPage.goto(public_url)
  await expect(mark(publicPage, 'Daily sales')).toContainText(FAILED)
  await mark(publicPage, 'Daily sales').focus()
  await expect(publicPage.getByRole('tooltip')).toContainText(FAILED)
  await expect(publicPage.getByRole('tooltip')).not.toContainText('no such table')
  // Embeds show it too, to visitors who have nothing but the key of the query.
  await publicPage.goto(`/embed/query/${query.id}/visualization/${query.visualizations[0]?.id}?api_key=${query.api_key}`)
  const embedMark = publicPage.getByRole('status').filter({ hasText: FAILED })
  await expect(embedMark).toContainText('data from')
  await embedMark.focus()
  await expect(publicPage.getByRole('tooltip')).toContainText(FAILED)
  await expect(publicPage.getByRole('tooltip')).not.toContainText('no such table')
  await visitor?.close()

  await page.goto('/queries')
  await expect(row(page, 'Daily sales')).toContainText('Failing')
  await page.getByRole('button', { name: 'Failing', exact: true }).click()
  await expect(page).toHaveURL(/filter=failing/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await page.goto(`/queries/${query.id}`)
  await expect(page.getByRole('status').filter({ hasText: FAILED })).toBeVisible()

  change('alter table sales_2025 rename to sales')
  await run(adminCall, query)
  await open(page, board)
  await expect(page.getByRole('gridcell', { name: '12' })).toBeVisible()
  await expect.poll(() => failuresOf(adminRequest, query)).toBe(0)
  await expect(mark(page, 'Daily sales')).toHaveCount(0)
  await page.goto('/queries?filter=failing')
  await expect(page.getByText('No query here is failing.')).toBeVisible()
})

test('a scheduled query whose result is overdue is marked stale in the lists and overdue on its page (QLIST-19)', async ({
  adminPage: page,
  adminCall,
}) => {
  const query = await salesQuery(adminCall, 'Hourly sales')
  await page.route('**/api/queries/health?*', async (route) => {
    const reply = await (await route.fetch()).json()
    const late = { retrieved_at: '2026-01-01T08:00:00Z', stale_after: 7860 }
    await route.fulfill({
      json: reply.map((health: { id: number }) => (health.id === query.id ? { ...health, ...late } : health)),
    })
  })
  await page.goto('/queries')
  await expect(row(page, 'Hourly sales')).toContainText('Stale')
  await page.goto(`/queries/${query.id}`)
  await expect(page.getByRole('status').filter({ hasText: 'Refresh overdue' })).toContainText('data from 2026-01-01')
  await page.goto('/queries?filter=stale')
  await expect(page.getByText('No query here is stale.')).toBeVisible()
})

test('an alert shows that its query fails or finds no data, in the list with a filter and on its page, until it recovers (ALERT-49, ALERT-52)', async ({
  adminPage: page,
  adminCall,
}) => {
  const query = await salesQuery(adminCall, 'Watched sales')
  const options = { column: 'total', op: '>' as const, value: 10 }
  const alert = await adminCall(api.alerts.create, { body: { name: 'High sales', query_id: query.id, options } })
  const healthIs = (health: string) =>
    expect.poll(async () => (await adminCall(api.alerts.get, { params: { id: alert.id } })).health).toBe(health)
  await run(adminCall, query)
  await page.goto('/alerts')
  await expect(row(page, 'High sales')).toContainText('Watched sales · total greater than 10 · now 12 · last triggered')

  change('alter table sales rename to sales_2025')
  await run(adminCall, query)
  await healthIs('failing')
  await page.goto('/alerts')
  await expect(row(page, 'High sales')).toContainText('FAILING')
  await expect(row(page, 'High sales')).toContainText('greater than 10 · last value 12 ·')
  await page.getByRole('button', { name: 'Failing', exact: true }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'No data' }).click()
  await expect(page.getByText('No alert has the state “No data”.')).toBeVisible()
  await page.goto(`/alerts/${alert.id}`)
  await expect(page.getByText('FAILING', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('query failed')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Refresh failed' })).toBeVisible()
  await expectAccessible(page)

  change('alter table sales_2025 rename to sales; delete from sales')
  await run(adminCall, query)
  await healthIs('no_data')
  await page.reload()
  await expect(page.getByText('NO DATA', { exact: true }).first()).toBeVisible()
  change('insert into sales values (20)')
  await run(adminCall, query)
  await healthIs('ok')
  await page.reload()
  await expect(page.getByText('TRIGGERED').first()).toBeVisible()
  await expect(page.getByText('NO DATA', { exact: true })).toHaveCount(1)
})

test('an alert can compare the number of rows (ALERT-50)', async ({ adminPage: page, adminCall }) => {
  const query = await salesQuery(adminCall, 'Counted sales')
  await page.goto('/alerts/new')
  await page.getByRole('combobox', { name: 'Query' }).fill(query.name)
  await page.getByRole('option', { name: `#${query.id}` }).click()
  await page.getByRole('combobox', { name: 'Value of' }).click()
  await page.getByRole('option', { name: 'Number of rows' }).click()
  await expect(page.getByRole('combobox', { name: 'Value column' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Reference' }).fill('0')
  await expect(page.getByRole('status', { name: 'Current value' })).toContainText(
    'Number of rows is 1, which is greater than 0.',
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Counted sales: number of rows greater than 0')
})
