import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Query, queries } from '@sightline/contract/queries.ts'
import { expectAccessible, withoutPermissions } from '../page.ts'
import { ENDLESS, editorOf, executeButton, expect, openNewQuery, TEN_ROWS, test, toast, writeQuery } from '../queries.ts'
import { alterAnswer } from '../traffic.ts'

const title = (page: Page) => page.getByRole('button', { name: /^Name of the query:/ })
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name })
const openMenu = (page: Page) => page.getByRole('button', { name: 'More actions' }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const savedBy = (page: Page, { id }: Query) =>
  page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith(`/api/queries/${id}`))

/** Has the page see a query as one of somebody else, and its user as no admin. */
async function asGuest(page: Page, query: Query, mayEdit: boolean): Promise<void> {
  await withoutPermissions(page, 'admin')
  await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({
    ...body,
    user: { ...query.user, id: query.user.id + 1, name: 'Ada Brandt' },
    can_edit: mayEdit,
  }))
}

async function rename(page: Page, name: string): Promise<void> {
  await title(page).click()
  await page.getByRole('textbox', { name: 'Name of the query' }).fill(name)
  await page.keyboard.press('Enter')
}

test.describe('addresses', () => {
  test('QPAGE-01 QPAGE-04 a new query is empty, unnamed and without a schedule', async ({ adminPage: page, workshop }) => {
    await page.goto('/queries/new')
    await expect(title(page)).toHaveText('New Query')
    await expect(editorOf(page)).toHaveText('')
    await expectAccessible(page)
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/queries'))
    await page.getByRole('button', { name: /^Save/ }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      name: 'New Query',
      query: '',
      schedule: null,
      options: {},
      data_source_id: workshop.sourceId,
    })
    await expect(page).toHaveURL(/\/queries\/\d+\/source$/)
  })

  test('QPAGE-02 QPAGE-03 QPAGE-12 a query opens with its text or as data only', async ({ adminPage: page, workshop }) => {
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

  test('QPAGE-05 the hash selects the tab, and a tab sets the hash', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Squares', { columnMapping: { n: 'x', squared: 'y' } })
    await page.goto(`/queries/${query.id}#${id}`)
    await expect(page.getByRole('tab', { name: 'Squares' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Table' }).click()
    await expect(page).toHaveURL(`/queries/${query.id}#${query.visualizations[0]?.id}`)
    await page.getByRole('tab', { name: 'Squares' }).click()
    await expect(page).toHaveURL(`/queries/${query.id}#${id}`)
  })

  test('QPAGE-06 the hash add opens the editor of a new visualization', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    await page.goto(`/queries/${query.id}/source#add`)
    await expect(dialog(page, 'Visualization Editor')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Visualization Type' })).toHaveValue('Chart')
  })

  test('QPAGE-64 a query that is not there, or not for this user, shows an error page', async ({
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

test.describe('the head', () => {
  test('QPAGE-07 the title is edited in place by those who may edit', async ({ adminPage: page, adminCall, workshop }) => {
    const query = await workshop.makeQuery({ name: 'Old name' })
    await page.goto(`/queries/${query.id}`)
    await rename(page, 'New name')
    await expect(toast(page, 'Query saved')).toBeVisible()
    await expect(title(page)).toHaveText('New name')
    expect((await adminCall(queries.get, { params: { id: query.id } })).name).toBe('New name')
    await asGuest(page, query, false)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'New name' })).toBeVisible()
    await expect(title(page)).toBeHidden()
  })

  test('QPAGE-08 QPAGE-63 CTRL-10 the tags are shown, and changed by the owner', async ({
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
    expect((await adminCall(queries.get, { params: { id: query.id } })).tags).toEqual(['squares', 'numbers'])
    await asGuest(page, query, true)
    await page.reload()
    await expect(head.getByText('numbers', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit tags' })).toBeHidden()
  })

  test('QPAGE-09 QPAGE-10 QPAGE-11 QPAGE-45 a draft is published, and made a draft again', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({})
    const isDraft = async () => (await adminCall(queries.get, { params: { id: query.id } })).is_draft
    await page.goto(`/queries/${query.id}`)
    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    await publish.click()
    await expect(toast(page, 'Query saved and published')).toBeVisible()
    await expect(publish).toBeHidden()
    expect(await isDraft()).toBe(false)
    await openMenu(page)
    await menuItem(page, 'Unpublish').click()
    await expect(publish).toBeVisible()
    expect(await isDraft()).toBe(true)
    await asGuest(page, query, true)
    await page.reload()
    await expect(title(page)).toBeVisible()
    await expect(publish).toBeHidden()
  })

  test('QPAGE-22 QPAGE-45 naming a draft publishes it', async ({ adminPage: page, adminCall, workshop }) => {
    const query = await workshop.makeQuery({ name: 'New Query' })
    await page.goto(`/queries/${query.id}/source`)
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
    await rename(page, 'Squares of ten')
    await expect(toast(page, 'Query saved and published')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeHidden()
    expect((await adminCall(queries.get, { params: { id: query.id } })).is_draft).toBe(false)
  })

  test('QPAGE-23 the description is Markdown, edited by those who may edit', async ({ adminPage: page, workshop }) => {
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

  test('QPAGE-24 owner and last modifier are named, with their picture and whether they are disabled', async ({
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

  test('QPAGE-62 the star marks a favorite', async ({ adminPage: page, adminCall, workshop }) => {
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

  test('QPAGE-66 looking at a query is recorded', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({})
    const recorded = page.waitForRequest((request) => request.url().endsWith('/api/events'))
    await page.goto(`/queries/${query.id}`)
    expect((await recorded).postDataJSON()).toContainEqual(
      expect.objectContaining({ action: 'view', object_type: 'query', object_id: query.id }),
    )
  })
})

test.describe('the actions', () => {
  test('QPAGE-14 Fork opens the copy', async ({ adminPage: page, workshop }) => {
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

  test('QPAGE-16 QPAGE-18 CTRL-12 Archive is for the owner and admins, and says when it failed', async ({
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
    await expect(toast(page, 'Query could not be archived.')).toBeVisible()
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
    expect(await isArchived()).toBe(true)
  })

  test('QPAGE-19 QPAGE-20 the key of the query is shown with its addresses, and replaced', async ({
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
    const answered = page.waitForResponse((reply) => reply.url().endsWith('/regenerate_api_key'))
    await keys.getByRole('button', { name: 'Regenerate' }).click()
    const { api_key } = await (await answered).json()
    expect(api_key).not.toBe(query.api_key)
    await expect(keys.getByLabel('API Key')).toHaveValue(api_key)
  })
})

test.describe('the result', () => {
  test('QPAGE-26 QPAGE-27 what the database said on the way is shown between parameters and tabs', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({})
    await page.goto(`/queries/${query.id}`)
    await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
    await expect(page.getByText('Log Information:')).toBeHidden()
    await alterAnswer(page, '**/window*', (body) => ({ ...body, result: { ...Object(body.result), log: ['NOTICE: halfway'] } }))
    await page.reload()
    await page.getByText('Log Information:').click()
    await expect(page.getByText('NOTICE: halfway')).toBeVisible()

    await page.getByText('Edit Source').click()
    await writeQuery(page, `${ENDLESS} WHERE 1 = {{ n }}`)
    await page.getByRole('textbox', { name: 'N', exact: true }).fill('1')
    await page.keyboard.press('ControlOrMeta+Enter')
    const result = page.getByRole('region', { name: 'Result' })
    await expect(result.getByText('Executing query')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'N', exact: true })).toBeVisible()
    await expect(result.getByText('Log Information:')).toBeVisible()
    await expect(result.getByRole('tab')).toHaveText(['Table'])
    await result.getByRole('button', { name: 'Cancel' }).click()
    await expect(result.getByText('Query cancelled by user.')).toBeVisible()
  })

  test('QPAGE-28 a query without visualizations shows a table', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({ ...body, visualizations: [] }))
    await page.goto(`/queries/${query.id}`)
    await expect(page.getByRole('tab')).toHaveText(['Table'])
    await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
  })

  test('QPAGE-29 QPAGE-30 QPAGE-31 tabs are added and removed by those who may edit', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Squares', { columnMapping: { n: 'x', squared: 'y' } })
    await page.goto(`/queries/${query.id}`)
    await expect(page.getByRole('button', { name: 'New Visualization' })).toBeVisible()
    await expect(page.getByTitle('Remove Table')).toBeHidden()
    await page.getByRole('tab', { name: 'Squares' }).hover()
    await page.getByTitle('Remove Squares').click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('Are you sure you want to delete "Squares"?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('tab', { name: 'Squares' })).toBeVisible()
    // The same with the keyboard.
    await page.getByRole('tab', { name: 'Squares' }).click()
    await page.keyboard.press('Delete')
    const sent = page.waitForRequest((request) => request.url().endsWith(`/api/visualizations/${id}`))
    await question.getByRole('button', { name: 'Delete' }).click()
    expect((await sent).method()).toBe('DELETE')
    await expect(page.getByRole('tab')).toHaveText(['Table'])

    await workshop.makeVisualization(query, 'CHART', 'Squares again', {})
    await asGuest(page, query, false)
    await page.reload()
    await expect(page.getByRole('tab')).toHaveText(['Table', 'Squares again'])
    await expect(page.getByRole('button', { name: 'New Visualization' })).toBeHidden()
    await expect(page.getByTitle('Remove Squares again')).toBeHidden()
  })

  test('QPAGE-32 the bottom bar opens the editor of the selected tab', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Squares', { columnMapping: { n: 'x', squared: 'y' } })
    await page.goto(`/queries/${query.id}#${id}`)
    await page.getByRole('button', { name: 'Edit Visualization' }).click()
    await expect(page.getByRole('textbox', { name: 'Visualization Name' })).toHaveValue('Squares')
  })

  test('QPAGE-34 QPAGE-35 QPAGE-36 the bottom bar tells rows, runtime, data scanned and age', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({})
    await page.clock.install()
    await page.goto(`/queries/${query.id}`)
    const bar = page.locator('footer')
    await expect(bar).toContainText('10 rows')
    await expect(bar).toContainText(/\d+(\.\d+)? ?m?s runtime/)
    await expect(bar).toContainText('Updated just now')
    await expect(bar).not.toContainText('scanned')
    await page.clock.fastForward(150_000)
    await expect(bar).toContainText('Updated 2 minutes ago')
    await page.clock.fastForward(30_000)
    await expect(bar).toContainText('Updated 3 minutes ago')

    await alterAnswer(page, '**/window*', (body) => ({
      ...body,
      result: { ...Object(body.result), metadata: { data_scanned: 3_500_000 } },
    }))
    await page.reload()
    await expect(bar).toContainText(/3\.\d+ ?MB scanned/)
  })

  test('QPAGE-37 data only has an Execute button in its bottom bar', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({})
    await page.goto(`/queries/${query.id}`)
    const bar = page.locator('footer')
    await bar.getByRole('button', { name: 'Execute' }).click()
    await expect(page.getByText('10 rows')).toBeVisible()
    await page.goto(`/queries/${query.id}/source`)
    await expect(page.getByText('10 rows')).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Execute' })).toBeHidden()
    await expect(executeButton(page)).toBeVisible()
  })

  test('DL-01 DL-02 DL-03 results are downloaded from the address of the query, or their own', async ({
    adminPage: page,
    workshop,
  }) => {
    await openNewQuery(page, TEN_ROWS)
    await executeButton(page).click()
    await page.getByRole('button', { name: 'Download' }).click()
    await expect(downloadItem(page, 'CSV File')).toHaveAttribute('href', /\/api\/query_results\/\d+\.csv$/)
    await expectAccessible(page)
    await writeQuery(page, '')
    await page.keyboard.press('Escape')

    const query = await workshop.makeRunQuery({})
    await page.goto(`/queries/${query.id}`)
    await page.getByRole('button', { name: 'Download' }).click()
    const address = `/api/queries/${query.id}/results/${query.latest_query_data_id}`
    for (const [name = '', end = ''] of [
      ['CSV File', 'csv'],
      ['CSV File for Excel', 'csv?excel=1'],
      ['TSV File', 'tsv'],
      ['Excel File', 'xlsx'],
      ['JSON File', 'json'],
      ['Parquet File', 'parquet'],
    ]) {
      await expect(downloadItem(page, name)).toHaveAttribute('href', `${address}.${end}`)
    }
    const lines = (await savedText(page, 'CSV File')).trimEnd().split('\r\n')
    expect(lines.slice(0, 2)).toEqual(['n,squared', '0,0'])
    expect(lines).toHaveLength(11)
  })

  test('a CSV file for Excel is marked as UTF-8 and holds no formulas', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({ query: `SELECT '=1+1' AS text, -1 AS number, '東京' AS place` })
    await page.goto(`/queries/${query.id}`)
    await page.getByRole('button', { name: 'Download' }).click()
    expect(await savedText(page, 'CSV File for Excel')).toBe("\uFEFFtext,number,place\r\n'=1+1,-1,東京\r\n")
  })

  test('a download that a file cannot hold is refused on the page, in one sentence', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({ query: `SELECT repeat('x', 40000) AS long` })
    await page.goto(`/queries/${query.id}`)
    await page.getByRole('button', { name: 'Download' }).click()
    await downloadItem(page, 'Excel File').click()
    await expect(page.getByRole('alert')).toContainText(
      'A cell of Excel holds 32,767 characters, and row 1 of "long" has more.',
    )
  })
})

const downloadItem = (page: Page, name: string) => page.getByRole('menuitem', { name: `Download as ${name}`, exact: true })

/** Chooses a kind of download in the open menu and reads the file that comes. */
async function savedText(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), downloadItem(page, name).click()])
  return readFile(await download.path(), 'utf8')
}

test.describe('saving', () => {
  test('QPAGE-44 saving sends the query', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({})
    await page.goto(`/queries/${query.id}/source`)
    await writeQuery(page, 'SELECT 4 AS four')
    const sent = savedBy(page, query)
    await page.getByRole('button', { name: /^Save/ }).click()
    expect((await sent).postDataJSON()).toMatchObject({ query: 'SELECT 4 AS four', version: query.version })
    await expect(toast(page, 'Query saved')).toBeVisible()
    await expect(page.getByText('Unsaved changes')).toBeHidden()
    await expect(editorOf(page)).toHaveText('SELECT 4 AS four')
  })

  test('QPAGE-47 QPAGE-48 the owner may overwrite what somebody else saved meanwhile', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({})
    await page.goto(`/queries/${query.id}/source`)
    await expect(editorOf(page)).toHaveText(TEN_ROWS)
    await adminCall(queries.update, { params: { id: query.id }, body: { query: 'SELECT 5', version: query.version } })
    await writeQuery(page, 'SELECT 6')
    await page.getByRole('button', { name: /^Save/ }).click()
    const question = dialog(page, 'Overwrite Query')
    await expect(question).toContainText(
      'It seems like the query has been modified by another user. Are you sure you want to overwrite the query with your version?',
    )
    await expectAccessible(page)
    const sent = savedBy(page, query)
    await question.getByRole('button', { name: 'Overwrite' }).click()
    expect((await sent).postDataJSON()).not.toHaveProperty('version')
    await expect(toast(page, 'Query saved')).toBeVisible()
    expect((await adminCall(queries.get, { params: { id: query.id } })).query).toBe('SELECT 6')
  })

  test('QPAGE-49 somebody else is told for good that the changes were not saved', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({})
    await page.clock.install()
    await asGuest(page, query, true)
    await page.goto(`/queries/${query.id}/source`)
    await expect(editorOf(page)).toHaveText(TEN_ROWS)
    await page.unroute(`**/api/queries/${query.id}`)
    await adminCall(queries.update, { params: { id: query.id }, body: { query: 'SELECT 5', version: query.version } })
    await writeQuery(page, 'SELECT 6')
    await page.getByRole('button', { name: /^Save/ }).click()
    const notice = toast(page, 'Changes not saved')
    await expect(notice).toContainText('It seems like the query has been modified by another user.')
    await page.clock.fastForward(60_000)
    await expect(notice).toBeVisible()
    await expect(dialog(page, 'Overwrite Query')).toBeHidden()
    await writeQuery(page, TEN_ROWS)
  })

  test('QPAGE-50 any other failure says that it was not saved', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({})
    await page.goto(`/queries/${query.id}/source`)
    await writeQuery(page, 'SELECT 7')
    await page.route(`**/api/queries/${query.id}`, (route) => route.fulfill({ status: 400, json: { message: 'Too long.' } }))
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(toast(page, 'Query could not be saved')).toBeVisible()
    await expect(page.getByText('Unsaved changes')).toBeVisible()
  })

  test('QPAGE-53 QPAGE-54 leaving with unsaved changes asks first', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Squares', { columnMapping: { n: 'x', squared: 'y' } })
    await page.goto(`/queries/${query.id}/source`)
    await writeQuery(page, 'SELECT 8')
    const question = dialog(page, 'Are you sure you want to leave this page?')
    // Another tab is the same page.
    await page.getByRole('tab', { name: 'Squares' }).click()
    await expect(page).toHaveURL(`/queries/${query.id}/source#${id}`)
    await expect(question).toBeHidden()

    const away = page.getByRole('link', { name: 'Sightline, home' })
    await away.click()
    await expect(question).toContainText('You will lose your changes if you leave')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(editorOf(page)).toHaveText('SELECT 8')
    await away.click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('without the means', () => {
  test('QPAGE-38 without the right to create queries the new query says so', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'admin', 'create_query')
    await page.goto('/queries/new')
    await expect(
      page.getByText("You don't have permission to create new queries on any of the data sources available to you."),
    ).toBeVisible()
    await expectAccessible(page)
  })

  test('QPAGE-39 QPAGE-40 QPAGE-41 without a data source the new query says what to do, or whom to ask', async ({
    adminPage: page,
  }) => {
    await page.route('**/api/data_sources', (route) => route.fulfill({ json: [] }))
    await page.goto('/queries/new')
    await expect(page.getByRole('link', { name: 'Create Data Source' })).toHaveAttribute('href', '/data_sources/new')
    await expect(page.getByRole('link', { name: 'Manage Group Permissions' })).toHaveAttribute('href', '/groups')
    await expectAccessible(page)
    await withoutPermissions(page, 'admin')
    await page.goto('/queries/new')
    await expect(page.getByText('No data sources were created yet.')).toBeVisible()
    await expect(page.getByText('Please ask your admin to create one first.')).toBeVisible()
    await expectAccessible(page)
  })
})
