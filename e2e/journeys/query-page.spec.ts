import { api } from '@sightline/contract/api.ts'
import { dataSources } from '@sightline/contract/data-sources.ts'
import { queries } from '@sightline/contract/queries.ts'
import { addTable, makeBoard } from '../boards.ts'
import { expectAccessible, withoutPermissions } from '../page.ts'
import { dialog, editorOf, expect, TEN_ROWS, test, writeQuery } from '../queries.ts'
import { asGuest, menuItem, openMenu, title } from '../query-page.ts'
import { expectToast } from '../toasts.ts'
import { watchRequests } from '../traffic.ts'
import { visualizationEditor } from '../visualization-editor.ts'

test.describe('the URL of a query page', () => {
  test('opens an empty, unnamed query without a schedule (QPAGE-01, QPAGE-04)', async ({ adminPage: page, workshop }) => {
    await page.goto('/queries/new')
    await expect(title(page)).toHaveText('New Query')
    await expect(editorOf(page)).toHaveText('')
    await expectAccessible(page)
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/queries'))
    await writeQuery(page, 'SELECT 1')
    await page.getByRole('button', { name: /^Save/ }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      name: 'New Query',
      query: 'SELECT 1',
      schedule: null,
      options: {},
      data_source_id: workshop.sourceId,
    })
    await expect(page).toHaveURL(/\/queries\/\d+\/source$/)
  })

  test('opens a query with its source or as data only (QPAGE-02, QPAGE-03, QPAGE-12)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({})
    await page.goto(`/queries/${query.id}/source`)
    await expect(editorOf(page)).toHaveText(TEN_ROWS)
    await expectAccessible(page)
    await page.getByText('Show Data Only').click()
    await expect(page).toHaveURL(`/queries/${query.id}`)
    await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
    await expect(editorOf(page)).toBeHidden()
    await expectAccessible(page)
    await page.getByText('Edit Source').click()
    await expect(page).toHaveURL(`/queries/${query.id}/source`)
    await expect(editorOf(page)).toBeVisible()
  })

  test('selects the tab by its hash, and a tab sets the hash (QPAGE-05)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Squares', { columnMapping: { n: 'x', squared: 'y' } })
    await page.goto(`/queries/${query.id}#${id}`)
    await expect(page.getByRole('tab', { name: 'Squares' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Table' }).click()
    await expect(page).toHaveURL(`/queries/${query.id}#${query.visualizations[0]?.id}`)
    await page.getByRole('tab', { name: 'Squares' }).click()
    await expect(page).toHaveURL(`/queries/${query.id}#${id}`)
  })

  test('opens the editor of a new visualization with the hash add (QPAGE-06)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    await page.goto(`/queries/${query.id}/source#add`)
    await expect(visualizationEditor(page)).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Visualization Type' })).toHaveText('Bar')
  })

  test('shows an error page for a query that does not exist or is not accessible (QPAGE-64)', async ({
    adminPage: page,
    workshop,
  }) => {
    await page.goto('/queries/2000000')
    await expect(page.getByText("It seems like the page you're looking for cannot be found.")).toBeVisible()
    await expectAccessible(page)
    const query = await workshop.makeQuery({})
    await page.route(`**/api/queries/${query.id}`, (route) =>
      route.fulfill({ status: 403, json: { message: 'You do not have permission.', code: 'forbidden' } }),
    )
    await page.goto(`/queries/${query.id}`)
    await expect(page.getByText('It seems like you don’t have permission to see this page.')).toBeVisible()
  })
})

test.describe('the actions of a query page', () => {
  test('offer Fork only with edit_query and a data source that is not view-only (QPAGE-15)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ name: 'Not to be copied' })
    const offersFork = async (isOffered: boolean) => {
      await page.goto(`/queries/${query.id}`)
      await openMenu(page)
      await expect(menuItem(page, 'Show API Key')).toBeVisible()
      await expect(menuItem(page, 'Fork')).toBeVisible({ visible: isOffered })
    }
    await offersFork(true)
    const sources = await adminCall(dataSources.list)
    await page.route('**/api/data_sources', (route) =>
      route.fulfill({ json: sources.map((source) => ({ ...source, view_only: true })) }),
    )
    await offersFork(false)
    await page.unroute('**/api/data_sources')
    await withoutPermissions(page, 'admin', 'edit_query')
    await offersFork(false)
  })

  test('open the copy after Fork (QPAGE-14)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({ name: 'Origin' })
    await page.goto(`/queries/${query.id}/source`)
    const sent = page.waitForRequest((request) => request.url().endsWith(`/api/queries/${query.id}/fork`))
    await openMenu(page)
    await expectAccessible(page)
    await menuItem(page, 'Fork').click()
    expect((await sent).method()).toBe('POST')
    await expect(title(page)).toHaveText(`Copy of (#${query.id}) Origin`)
    await expect(page).not.toHaveURL(`/queries/${query.id}/source`)
  })

  test('say before archiving what happens to schedule, alerts and widgets, and bring the alerts back with Unarchive (OPEN-08, QPAGE-80, ALERT-51)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Shown and watched' })
    await adminCall(queries.update, { params: { id: query.id }, body: { schedule: { interval: 3600 } } })
    const condition = { column: 'n', op: '>' as const, value: 100 }
    const alert = await adminCall(api.alerts.create, { body: { name: 'High', query_id: query.id, options: condition } })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await page.goto(`/queries/${query.id}`)
    await openMenu(page)
    await menuItem(page, 'Archive').click()
    const question = dialog(page, 'Archive Query')
    await expect(question).toContainText('Its schedule ends, its alerts pause, and dashboards no longer show it.')
    await question.getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByText('Archived', { exact: true })).toBeVisible()
    expect((await adminCall(queries.get, { params: { id: query.id } })).schedule).toBeNull()
    expect((await adminCall(api.alerts.list)).map(({ id }) => id)).not.toContain(alert.id)
    await openMenu(page)
    await menuItem(page, 'Unarchive').click()
    await expect(page.getByText('Query unarchived')).toBeVisible()
    await expect(page.getByText('Archived', { exact: true })).toHaveCount(0)
    await page.goto('/alerts')
    await expect(page.getByRole('link', { name: alert.name, exact: true })).toBeVisible()
    await page.goto(`/dashboard/${board.slug}`)
    await expect(page.getByText('This dashboard has no widgets yet.')).toBeVisible()
  })

  test('offer Archive to the owner and admins, and show an error if it fails (QPAGE-16, QPAGE-18, CTRL-12)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({})
    const isArchived = async () => (await adminCall(queries.get, { params: { id: query.id } })).is_archived
    await page.goto(`/queries/${query.id}`)
    await expect(page.getByText('Unpublished', { exact: true })).toBeVisible()
    const archive = async () => {
      await openMenu(page)
      await menuItem(page, 'Archive').click()
      await dialog(page, 'Archive Query').getByRole('button', { name: 'Archive' }).click()
    }
    await page.route(`**/api/queries/${query.id}`, (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 403, json: { message: 'No.', code: 'forbidden' } })
        : route.continue(),
    )
    await archive()
    await expectToast(page, 'Query could not be archived.')
    expect(await isArchived()).toBe(false)
    await page.unroute(`**/api/queries/${query.id}`)

    await asGuest(page, query, true)
    await page.reload()
    await openMenu(page)
    await expect(menuItem(page, 'Fork')).toBeVisible()
    await expect(menuItem(page, 'Archive')).toBeHidden()
    await page.unrouteAll()

    await page.reload()
    await archive()
    await expect(page.getByText('Archived', { exact: true })).toBeVisible()
    await expect.poll(isArchived).toBe(true)
  })

  test('show the API key of the query with its URLs, and regenerate it (QPAGE-19, QPAGE-20)', async ({
    adminPage: page,
    workshop,
    product,
  }) => {
    const query = await workshop.makeRunQuery({})
    await page.goto(`/queries/${query.id}`)
    await openMenu(page)
    await menuItem(page, 'Show API Key').click()
    const keys = dialog(page, 'API Key')
    await expect(keys.getByLabel('API Key')).toHaveValue(query.api_key ?? '')
    await expectAccessible(page)
    for (const type of ['csv', 'json']) {
      const address = `${product.url}/api/queries/${query.id}/results.${type}?api_key=${query.api_key}`
      await expect(keys.getByRole('link', { name: address })).toHaveAttribute('href', address)
    }
    const replaced = watchRequests(page, 'POST', /\/regenerate_api_key$/)
    const question = dialog(page, 'Regenerate API Key')
    await keys.getByRole('button', { name: 'Regenerate' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    expect(replaced).toEqual([])
    await keys.getByRole('button', { name: 'Regenerate' }).click()
    const answered = page.waitForResponse((reply) => reply.url().endsWith('/regenerate_api_key'))
    await question.getByRole('button', { name: 'Regenerate' }).click()
    const { api_key } = await (await answered).json()
    expect(api_key).not.toBe(query.api_key)
    await expect(keys.getByLabel('API Key')).toHaveValue(api_key)
  })
})
