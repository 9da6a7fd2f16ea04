import type { Page } from '@playwright/test'
import { dataSources } from '@sightline/contract/data-sources.ts'
import { queries } from '@sightline/contract/queries.ts'
import { expectAccessible, withoutPermissions } from '../page.ts'
import { test as base, expect, schemaTree } from '../queries.ts'
import { alterAnswer, watchRequests } from '../traffic.ts'

const OTHER_NAME = 'Scratch pad'

/** Adds a second data source, an empty in-memory database. */
const test = base.extend<object, { otherSourceId: number }>({
  otherSourceId: [
    async ({ adminCall }, use) => {
      const body = { name: OTHER_NAME, type: 'duckdb', options: { dbpath: ':memory:' } }
      const { id } = await adminCall(dataSources.create, { body })
      await use(id)
      await adminCall(dataSources.remove, { params: { id } })
    },
    { scope: 'worker' },
  ],
})

const picker = (page: Page) => page.getByRole('button', { name: /^Data source:/ })

async function pick(page: Page, source: string): Promise<void> {
  await picker(page).click()
  await page.getByRole('option', { name: source }).click()
}

test('source mode shows the data source and its tables, which can be searched and expanded (EDIT-01, EDIT-09, EDIT-11, OPEN-164)', async ({
  adminPage: page,
}) => {
  await page.goto('/queries/new')
  await expect(picker(page)).toHaveText('Sample data')
  await expect(page.getByText(/^Preview or insert a table from the list, write a query, and execute it with/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refresh schema' })).toBeEnabled()
  const flights = schemaTree(page).getByRole('treeitem', { name: /^flights/ })
  await flights.click()
  await expect(schemaTree(page).getByRole('treeitem', { name: /^delay_min/ })).toBeVisible()
  await expectAccessible(page)
  await flights.click()
  await expect(schemaTree(page).getByRole('treeitem', { name: /^delay_min/ })).toBeHidden()

  // Searching for a column finds its table.
  await page.getByRole('textbox', { name: 'Search schema' }).fill('iata')
  await expect(flights).toBeHidden()
  await expect(schemaTree(page).getByRole('treeitem', { name: /^airports/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Search schema' }).fill('light')
  await expect(flights).toBeVisible()
  await expect(schemaTree(page).getByRole('treeitem', { name: /^airports/ })).toBeHidden()
})

test('Enter selects the highlighted data source, whatever was searched before (EDIT-01)', async ({
  adminPage: page,
  otherSourceId: _,
}) => {
  await page.goto('/queries/new')
  await picker(page).click()
  const search = page.getByRole('textbox', { name: 'Search data sources' })
  const standsOut = page.locator('[role=option][data-combobox-selected]')
  // The search moves the last item to the top; another search moves it back.
  await search.fill(OTHER_NAME)
  await expect(standsOut).toContainText(OTHER_NAME)
  await search.fill('a')
  const first = page.getByRole('option').first()
  await expect(first).not.toContainText(OTHER_NAME)
  const shown = (await first.textContent()) ?? ''
  await expect(standsOut).toHaveText(shown)
  // The type stands behind the name, unless both are the same.
  const name = shown.replace(/DuckDB$/, '')
  await search.press('Enter')
  await expect(picker(page)).toHaveText(name)
})

test('view-only data sources are not offered, except the current one of the query, which says its state (EDIT-02, OPEN-162)', async ({
  adminPage: page,
  adminCall,
  otherSourceId,
  workshop,
}) => {
  const sources = await adminCall(dataSources.list)
  await page.route('**/api/data_sources', (route) =>
    route.fulfill({
      json: sources.map((source) => ({
        ...source,
        view_only: source.id === otherSourceId,
        paused: source.id === otherSourceId ? 1 : 0,
      })),
    }),
  )
  await page.goto('/queries/new')
  await picker(page).click()
  await expect(page.getByRole('option', { name: 'Sample data' })).toBeVisible()
  await expect(page.getByRole('option', { name: OTHER_NAME })).toHaveCount(0)
  const query = await workshop.makeQuery({ data_source_id: otherSourceId })
  await page.goto(`/queries/${query.id}/source`)
  await expect(picker(page)).toHaveAccessibleName(`Data source: ${OTHER_NAME} paused view only`)
  await picker(page).click()
  await expect(page.getByRole('option', { name: `${OTHER_NAME} paused view only DuckDB` })).toBeVisible()
})

test('the data source chosen last is preselected for the next new query (EDIT-03)', async ({
  adminPage: page,
  otherSourceId: _,
}) => {
  await page.goto('/queries/new')
  await pick(page, OTHER_NAME)
  await expect(picker(page)).toHaveText(OTHER_NAME)
  await page.goto('/queries')
  await page.goto('/queries/new')
  await expect(picker(page)).toHaveText(OTHER_NAME)
})

test('only the owner or an admin can change the data source (EDIT-04)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeQuery({})
  await page.goto(`/queries/${query.id}/source`)
  await expect(picker(page)).toBeEnabled()
  await withoutPermissions(page, 'admin')
  await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({
    ...body,
    user: { ...query.user, id: 999 },
    can_edit: true,
  }))
  await page.reload()
  await expect(picker(page)).toBeDisabled()
})

test('changing the data source saves the query, loads its schema and runs it again (EDIT-05, EDIT-06, EDIT-07, EDIT-08)', async ({
  adminPage: page,
  adminCall,
  workshop,
  otherSourceId,
}) => {
  const query = await workshop.makeRunQuery({})
  await page.goto(`/queries/${query.id}/source`)
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()

  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/api\/(query_results|queries\/\d+\/results)$/, async (route) => {
    await held
    await route.continue()
  })
  const saved = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith(`/api/queries/${query.id}`))
  const schema = page.waitForRequest((sent) => sent.url().includes(`/api/data_sources/${otherSourceId}/schema`))
  const run = page.waitForRequest((sent) => sent.method() === 'POST' && /\/results$|\/query_results$/.test(sent.url()))
  await pick(page, OTHER_NAME)
  expect((await saved).postDataJSON()).toMatchObject({ data_source_id: otherSourceId })
  await schema
  await run
  await expect(page.getByText('10 rows', { exact: true })).toBeHidden()
  letGo()
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
  await expect.poll(async () => (await adminCall(queries.get, { params: { id: query.id } })).data_source_id).toBe(otherSourceId)
})

test('an empty schema can be refreshed but not searched (EDIT-12, EDIT-13)', async ({ adminPage: page, otherSourceId }) => {
  await page.goto('/queries/new')
  await pick(page, OTHER_NAME)
  await expect(page.getByText('No tables.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Search schema' })).toBeDisabled()
  const sent = page.waitForRequest((request) => request.url().includes(`/${otherSourceId}/schema?`))
  await page.getByRole('button', { name: 'Refresh schema' }).click()
  expect(new URL((await sent).url()).searchParams.get('refresh')).toBe('true')
})

test('a source without a schema shows none (EDIT-14)', async ({ adminPage: page }) => {
  await alterAnswer(page, '**/schema', () => ({ error: { code: 1, message: 'Not supported' } }))
  const answered = page.waitForResponse('**/schema')
  await page.goto('/queries/new')
  await expect(picker(page)).toBeVisible()
  await (await answered).finished()
  await expect(page.getByRole('button', { name: 'Refresh schema' })).toBeHidden()
  await expect(schemaTree(page)).toBeHidden()
})

test('a schema that fails to load shows an error (EDIT-15)', async ({ adminPage: page }) => {
  await alterAnswer(page, '**/schema', () => ({ error: { code: 2, message: 'No such host' } }))
  await page.goto('/queries/new')
  await expect(page.getByText('Schema refresh failed.')).toBeVisible()
  await expect(page.getByText('Please try again later.')).toBeVisible()
  await expectAccessible(page)
})

test('a loaded schema stays if its refresh fails (EDIT-13, EDIT-15)', async ({ adminPage: page }) => {
  await page.goto('/queries/new')
  const tables = schemaTree(page).getByRole('treeitem')
  await expect(tables.first()).toBeVisible()
  const answers = [{ error: { code: 2, message: 'No such host' } }, null]
  const fresh = /\/schema\?refresh=true$/
  await page.route(fresh, (route) => {
    const json = answers.shift()
    return json ? route.fulfill({ json }) : route.fulfill({ status: 400, json: { message: 'Not now.' } })
  })
  const refresh = page.getByRole('button', { name: 'Refresh schema' })
  for (const left of [1, 0]) {
    await refresh.click()
    await expect(page.getByText('Schema refresh failed.')).toBeVisible()
    await expect.poll(() => answers.length).toBe(left)
    await expect(refresh).toBeEnabled()
    await expect(tables.first()).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Search schema' })).toBeEnabled()
  }
  await page.unroute(fresh)
  await refresh.click()
  await expect(page.getByText('Schema refresh failed.')).toBeHidden()
})

test('tables show their columns in order with keys and comments, which screen readers name (EDIT-42)', async ({
  adminPage: page,
}) => {
  const columns = [
    { name: 'number', type: 'INTEGER', primary: true, comment: 'Never used again' },
    { name: 'customer', type: 'INTEGER' },
    { name: 'amount', type: 'DOUBLE' },
  ]
  const foreign_keys = [{ columns: ['customer'], table: 'customers', references: ['id'] }]
  const orders = { name: 'orders', description: 'All orders', columns, foreign_keys }
  await alterAnswer(page, '**/schema', () => ({ schema: [orders] }))
  await page.goto('/queries/new')
  await schemaTree(page)
    .getByRole('treeitem', { name: /^orders All orders/ })
    .click()
  await expect(schemaTree(page).getByRole('treeitem', { level: 2 })).toHaveText([/^number/, /^customer/, /^amount/])
  await expect(schemaTree(page).getByRole('treeitem', { name: /^Primary key number Never used again/ })).toBeVisible()
  await expect(schemaTree(page).getByRole('treeitem', { name: /^Foreign key to customers\.id customer/ })).toBeVisible()
  await expectAccessible(page)
})

test('a preview shows the first ten rows of a table, that it is empty, or its error (EDIT-43)', async ({ adminPage: page }) => {
  await alterAnswer(page, '**/schema', ({ schema }) => ({
    schema: [
      ...(Array.isArray(schema) ? schema : []),
      ...['gone', 'pg_catalog.pg_enum'].map((name) => ({ name, columns: [{ name: 'x', type: 'INTEGER' }] })),
    ],
  }))
  const runs = watchRequests(page, 'POST', /\/query_results$/)
  await page.goto('/queries/new')
  const flights = schemaTree(page).getByRole('treeitem', { name: /^flights/ })
  await flights.hover()
  await flights.getByRole('button', { name: 'Preview flights' }).click()
  const preview = page.getByRole('dialog', { name: 'flights' })
  await expect(preview.getByRole('row')).toHaveCount(11)
  await expect(preview.getByText('The first 10 rows.')).toBeVisible()
  await expectAccessible(page)
  expect(runs).toEqual([expect.objectContaining({ query: 'SELECT * FROM flights LIMIT 10' })])
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()

  await page.getByRole('textbox', { name: 'Search schema' }).fill('gone')
  const gone = schemaTree(page).getByRole('treeitem', { name: /^gone/ })
  await expect(flights).toBeHidden()
  await schemaTree(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('p')
  const failed = page.getByRole('dialog', { name: 'gone' })
  await expect(failed.getByRole('alert')).toContainText('Table with name gone does not exist')
  await page.keyboard.press('Escape')
  await expect(gone).toBeVisible()

  await page.getByRole('textbox', { name: 'Search schema' }).fill('pg_enum')
  await expect(gone).toBeHidden()
  await schemaTree(page).focus()
  await page.keyboard.press('p')
  await expect(page.getByRole('dialog', { name: 'pg_catalog.pg_enum' })).toContainText('This table has no rows.')
})
