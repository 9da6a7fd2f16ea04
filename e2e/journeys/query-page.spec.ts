import type { Request } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { dataSources } from '@sightline/contract/data-sources.ts'
import { queries } from '@sightline/contract/queries.ts'
import { addTable, makeBoard } from '../boards.ts'
import { expectAccessible, withoutPermissions } from '../page.ts'
import { dialog, editorOf, expect, TEN_ROWS, test, writeQuery } from '../queries.ts'
import { asGuest, menuItem, openMenu, rename, title } from '../query-page.ts'
import { expectToast } from '../toasts.ts'
import { alterAnswer, watchRequests } from '../traffic.ts'
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

test.describe('the header of a query page', () => {
  test('lets users who may edit change the title in place (QPAGE-07)', async ({ adminPage: page, adminCall, workshop }) => {
    const query = await workshop.makeQuery({ name: 'Old name' })
    await page.goto(`/queries/${query.id}`)
    await rename(page, 'New name')
    await expectToast(page, 'Query saved')
    await expect(title(page)).toHaveText('New name')
    expect((await adminCall(queries.get, { params: { id: query.id } })).name).toBe('New name')
    await asGuest(page, query, false)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'New name' })).toBeVisible()
    await expect(title(page)).toBeHidden()
  })

  test('keeps a name that is saved while the query is still loading (QPAGE-07)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ name: 'Old name' })
    await page.goto(`/queries/${query.id}/source`)
    await expect(title(page)).toHaveText('Old name')
    const isRenamed = Promise.withResolvers<void>()
    const isLoad = (request: Request) => request.method() === 'GET' && request.url().endsWith(`/api/queries/${query.id}`)
    let loads = 0
    await page.route(`**/api/queries/${query.id}`, async (route) => {
      if (!isLoad(route.request()) || ++loads > 1) return route.fallback()
      await isRenamed.promise
      await route.fulfill({ json: query })
    })
    const isOver = Promise.race([
      page.waitForEvent('requestfailed', isLoad),
      page.waitForEvent('response', (response) => isLoad(response.request())),
    ])
    await page.getByText('Show Data Only').click()
    await expect(page.getByText('Edit Source')).toBeVisible()
    await rename(page, 'New name')
    await expect(title(page)).toHaveText('New name')
    await expectToast(page, 'Query saved')
    isRenamed.resolve()
    await isOver
    await rename(page, 'Newer name')
    await expect.poll(async () => (await adminCall(queries.get, { params: { id: query.id } })).name).toBe('Newer name')
    await expect(title(page)).toHaveText('Newer name')
  })

  test('shows the tags, which the owner can change (QPAGE-08, QPAGE-63, CTRL-10)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const bare = await workshop.makeQuery({})
    await page.goto(`/queries/${bare.id}`)
    await page.getByRole('button', { name: 'Add tag' }).click()
    await expect(dialog(page, 'Add/Edit Tags')).toBeVisible()
    const query = await workshop.makeQuery({ tags: ['squares'] })
    await page.goto(`/queries/${query.id}`)
    const head = page.getByRole('banner').or(page.locator('header'))
    await expect(head.getByText('squares', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Edit tags' }).click()
    const tags = dialog(page, 'Add/Edit Tags')
    await expectAccessible(page)
    await tags.getByRole('combobox', { name: 'Tags' }).fill('numbers')
    await page.keyboard.press('Enter')
    await tags.getByRole('button', { name: 'Save' }).click()
    await expect(tags).toBeHidden()
    await expect(head.getByText('numbers', { exact: true })).toBeVisible()
    await expect
      .poll(async () => (await adminCall(queries.get, { params: { id: query.id } })).tags)
      .toEqual(['squares', 'numbers'])
    await asGuest(page, query, true)
    await page.reload()
    await expect(head.getByText('numbers', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit tags' })).toBeHidden()
  })

  test('publishes a draft and unpublishes it (QPAGE-09, QPAGE-10, QPAGE-11, QPAGE-45)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({})
    const isDraft = async () => (await adminCall(queries.get, { params: { id: query.id } })).is_draft
    await page.goto(`/queries/${query.id}`)
    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    await publish.click()
    await expectToast(page, 'Query saved and published')
    await expect(publish).toBeHidden()
    await expect.poll(isDraft).toBe(false)
    await openMenu(page)
    await menuItem(page, 'Unpublish').click()
    await expect(publish).toBeVisible()
    await expect.poll(isDraft).toBe(true)
    await asGuest(page, query, true)
    await page.reload()
    await expect(title(page)).toBeVisible()
    await expect(publish).toBeHidden()
  })

  test('publishes a draft when it gets a name (QPAGE-22, QPAGE-45)', async ({ adminPage: page, adminCall, workshop }) => {
    const query = await workshop.makeQuery({ name: 'New Query' })
    await page.goto(`/queries/${query.id}/source`)
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
    await rename(page, 'Squares of ten')
    await expectToast(page, 'Query saved and published')
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeHidden()
    expect((await adminCall(queries.get, { params: { id: query.id } })).is_draft).toBe(false)
  })

  test('shows the description as Markdown, which users who may edit can change (QPAGE-23)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ description: 'Squares, **exact** ones' })
    await page.goto(`/queries/${query.id}`)
    await expect(page.locator('strong', { hasText: 'exact' })).toBeVisible()
    await page.getByRole('button', { name: /^Description of the query:/ }).click()
    await page.getByRole('textbox', { name: 'Description of the query' }).fill('Now in *italics*')
    await page.keyboard.press('Enter')
    await expect(page.locator('em', { hasText: 'italics' })).toBeVisible()
    await asGuest(page, query, false)
    await page.reload()
    await expect(page.locator('em', { hasText: 'italics' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Description of the query:/ })).toBeHidden()
  })

  test('shows a long description in full and previews it while it is edited (QPAGE-23)', async ({
    adminPage: page,
    workshop,
  }) => {
    const description = 'What we sell, by week.\n\n- north\n- south\n\n| a | b |\n|---|---|\n| 1 | **two** |'
    const query = await workshop.makeQuery({ description })
    await page.goto(`/queries/${query.id}`)
    const edit = page.getByRole('button', { name: /^Description of the query:/ })
    await edit.click()
    const field = page.getByRole('textbox', { name: 'Description of the query' })
    // The field must be tall enough to show all of its text.
    await expect.poll(() => field.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1)
    const { width = 0, height = 0 } = (await field.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(600)
    const place = await field.evaluate((element) => element.parentElement?.clientHeight ?? 0)
    expect(place).toBeGreaterThan(height)
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.locator('td', { hasText: 'two' })).toBeVisible()
    await field.fill(`${description}\n\n## And more`)
    await expect(preview.getByRole('heading', { name: 'And more' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()

    await asGuest(page, query, false)
    await page.reload()
    const table = page.getByRole('cell', { name: 'two' })
    await expect(page.getByText('What we sell, by week.')).toBeVisible()
    await expect(table).toBeHidden()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(table).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show less' }).click()
    await expect(table).toBeHidden()
    // A single line that fits needs no "Show more" button.
    await page.route(`**/api/queries/${query.id}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), description: 'Just a line.' } })
    })
    await page.reload()
    await expect(page.getByText('Just a line.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
  })

  test('names the owner and last modifier, with pictures and whether they are disabled (QPAGE-24)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeQuery({})
    await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({
      ...body,
      user: { ...query.user, id: 77, name: 'Ada Brandt', is_disabled: true },
      last_modified_by: { ...query.user, id: 78, name: 'Noor Haddad' },
    }))
    await page.goto(`/queries/${query.id}`)
    await expect(page.getByText(/Ada Brandt \(disabled\) created just now/)).toBeVisible()
    await expect(page.getByText(/Noor Haddad updated just now/)).toBeVisible()
    await expect(page.getByTitle('Ada Brandt')).toBeVisible()
    await expect(page.getByTitle('Noor Haddad')).toBeVisible()
    await expectAccessible(page)
  })

  test('adds a favorite with the star (QPAGE-62)', async ({ adminPage: page, adminCall, workshop }) => {
    const query = await workshop.makeQuery({ name: 'Star of the show' })
    await page.goto(`/queries/${query.id}`)
    const star = page.getByRole('button', { name: 'Favorite Star of the show' })
    const answered = () => page.waitForResponse((reply) => reply.url().endsWith(`/api/queries/${query.id}/favorite`))
    for (const isFavorite of [true, false]) {
      const reply = answered()
      await star.click()
      await reply
      await expect(star).toHaveAttribute('aria-pressed', String(isFavorite))
      expect((await adminCall(queries.get, { params: { id: query.id } })).is_favorite).toBe(isFavorite)
    }
  })

  test('records a view of the query (QPAGE-66)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({})
    const recorded = page.waitForRequest(
      (request) => request.url().endsWith('/api/events') && /"object_type":"query"/.test(request.postData() ?? ''),
    )
    await page.goto(`/queries/${query.id}`)
    expect((await recorded).postDataJSON()).toContainEqual(
      expect.objectContaining({ action: 'view', object_type: 'query', object_id: query.id }),
    )
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
