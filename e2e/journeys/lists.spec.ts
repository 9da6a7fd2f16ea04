import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { type AdminCall, expect, expectAccessible, stopClock, test, withoutPermissions } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'
import { writeQuery } from '../queries.ts'
import { holdAnswer } from '../traffic.ts'

// Needs its own server so that the lists hold only these queries.
test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Route planning' } })

const QUERIES = 30
const routeName = (number: number) => `Route ${String(number).padStart(2, '0')}`
/** Route names from `from` down to `to`, as lists show the newest first. */
const routesDown = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => routeName(from - index))

let sourceId: number

test.beforeAll(async ({ adminCall }) => {
  const source = await adminCall(api.dataSources.create, {
    body: { name: 'Routes', type: 'sqlite', options: { dbpath: '/srv/routes.db' } },
  })
  sourceId = source.id
  // Every third query is tagged `north` and every second one `cargo`; `Route 01` is published.
  for (let number = 1; number <= QUERIES; number++) {
    const tags = [...(number % 3 === 0 ? ['north'] : []), ...(number % 2 === 0 ? ['cargo'] : [])]
    const { id } = await create(adminCall, sourceId, routeName(number), tags)
    if (number === 1) await adminCall(api.queries.update, { params: { id }, body: { is_draft: false } })
    if (number === 7 || number === 8) await adminCall(api.queries.favorite, { params: { id } })
  }
  const old = await create(adminCall, sourceId, 'Closed route', ['gone'])
  await adminCall(api.queries.favorite, { params: { id: old.id } })
  await adminCall(api.queries.remove, { params: { id: old.id } })
})

const create = (adminCall: AdminCall, sourceId: number, name: string, tags: string[]) =>
  adminCall(api.queries.create, { body: { name, query: 'SELECT 1', data_source_id: sourceId, tags } })

const names = (page: Page) => page.getByRole('table').getByRole('row').getByRole('link')
const row = (page: Page, name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name })
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const searchBox = (page: Page) => page.getByPlaceholder('Search...', { exact: true })
const tag = (page: Page, name: string) => page.getByRole('group', { name: 'Tags' }).getByRole('button', { name })
const pages = (page: Page) => page.getByRole('button', { name: 'Next page' })
const pageSize = (page: Page) => page.getByRole('combobox', { name: 'Results per page' })

test.describe('the lists of queries', () => {
  test('show all queries, newest first, without archived ones (QLIST-01, QLIST-12, QLIST-17, LIST-16)', async ({
    adminPage: page,
  }) => {
    await page.goto('/queries')
    await expect(names(page)).toHaveText(routesDown(30, 11))
    await expect(page.getByText('1–20 of 30')).toBeVisible()
    await expectAccessible(page)
    await pages(page).click()
    await expect(names(page)).toHaveText(routesDown(10, 1))
    await expect(pages(page)).toBeDisabled()
  })

  test('show favorites from the sidebar (QLIST-02, QLIST-05, QLIST-17)', async ({ adminPage: page }) => {
    await page.goto('/queries')
    await page.getByRole('link', { name: 'Favorites', exact: true }).click()
    await expect(page).toHaveURL('/queries/favorites')
    await expect(names(page)).toHaveText([routeName(8), routeName(7)])
    await expectAccessible(page)
  })

  test('show archived queries from the sidebar, which are read-only and in no other list (QLIST-03, QLIST-05, QLIST-11, OPEN-07)', async ({
    adminPage: page,
  }) => {
    await page.goto('/queries')
    await page.getByRole('link', { name: 'Archived', exact: true }).click()
    await expect(page).toHaveURL('/queries/archive')
    await expect(row(page, 'Closed route').getByText('Archived', { exact: true })).toBeVisible()
    await expect(names(page).filter({ hasText: /^Route/ })).toHaveCount(0)
    await expectAccessible(page)
    for (const path of ['/queries?q=Closed', '/queries/favorites?q=Closed', '/queries/my?q=Closed', '/queries?tags=gone']) {
      await page.goto(path)
      await expect(page.getByText(/^Sorry, we couldn't find anything\.$|No queries found tagged with/)).toBeVisible()
    }
    await page.goto('/queries/archive')
    await row(page, 'Closed route').getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Closed route' })).toBeVisible()
    await expect(page.getByText('Archived', { exact: true })).toBeVisible()
    await page.goto(`${page.url()}/source`)
    await expect(page.locator('.cm-content')).toHaveAttribute('aria-readonly', 'true')
    await expect(page.getByRole('button', { name: /^Save/ })).toBeHidden()
  })

  test("show only the user's own queries from the sidebar (QLIST-04, QLIST-05, QLIST-06, QLIST-17)", async ({
    adminPage: page,
    adminCall,
    browser,
    product,
  }) => {
    const other = await pageOf(browser, product.url, await activeUser(adminCall, browser, 'Bea Other'))
    await other.goto('/queries/new')
    await writeQuery(other, 'SELECT 1')
    await other.keyboard.press('ControlOrMeta+s')
    await other.waitForURL(/\/queries\/\d+\/source/)
    const id = Number(/queries\/(\d+)/.exec(other.url())?.[1])
    await adminCall(api.queries.update, { params: { id }, body: { name: 'Route of Bea', is_draft: false } })
    await other.context().close()
    await page.goto('/queries?q=Bea')
    await expect(names(page)).toHaveText(['Route of Bea'])

    await page.goto('/queries/favorites')
    await page.getByRole('link', { name: 'My Queries' }).click()
    await expect(page).toHaveURL('/queries/my')
    await expect(page.getByText('1–20 of 30')).toBeVisible()
    await searchBox(page).fill('Bea')
    await expect(page.getByText("Sorry, we couldn't find anything.")).toBeVisible()
    await page.getByRole('link', { name: 'All Queries' }).click()
    await expect(page).toHaveURL('/queries')
    await adminCall(api.queries.remove, { params: { id } })
  })

  test('offer own queries only with create_query (QLIST-06)', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'create_query')
    await page.goto('/queries')
    await expect(names(page)).toHaveCount(20)
    await expect(page.getByRole('link', { name: 'Favorites', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'My Queries' })).toBeHidden()
  })

  test('have columns, search, tags with counts, and pages (QLIST-08, QLIST-09, LIST-01, LIST-28)', async ({
    adminPage: page,
  }) => {
    await page.goto('/queries')
    await expect(page.getByRole('columnheader')).toHaveText([
      'Favorite',
      'ID',
      'Name',
      'Created By',
      'Created At',
      'Runtime',
      'Last Executed At',
      'Update Schedule',
    ])
    await expect(row(page, routeName(30))).toContainText('Never')
    await expect(searchBox(page)).toBeVisible()
    await expect(pageSize(page)).toHaveValue('20 results')
    await expect(page.getByRole('group', { name: 'Tags' }).getByRole('button')).toHaveText(['cargo15', 'north10'])
    await expect(page.getByRole('complementary')).toBeVisible()
  })

  test('show names that link to queries, with tags and labels (QLIST-10, QLIST-11)', async ({ adminPage: page }) => {
    await page.goto('/queries?q=Route+06')
    await expect(names(page)).toHaveText([routeName(6)])
    const drafted = row(page, routeName(6))
    await expect(drafted.getByText('north')).toBeVisible()
    await expect(drafted.getByText('cargo')).toBeVisible()
    await expect(drafted.getByText('Unpublished')).toBeVisible()
    await drafted.getByRole('link').click()
    await expect(page).toHaveURL(/\/queries\/\d+$/)
    await expect(page.getByRole('button', { name: `Name of the query: ${routeName(6)}` })).toBeVisible()
    await page.goto('/queries?q=Route+01')
    await expect(names(page)).toHaveText([routeName(1)])
    await expect(row(page, routeName(1)).getByText('Unpublished')).toBeHidden()
  })
})

test.describe('a list', () => {
  test('keeps the other columns visible beside a very long tag (QLIST-10)', async ({ adminPage: page, adminCall }) => {
    const { id } = await create(adminCall, sourceId, 'Long haul', ['on and on '.repeat(12).trim()])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/queries?q=Long')
    await expect(row(page, 'Long haul')).toBeVisible()
    const [table, card] = await page.getByRole('table').evaluate((list) => [list.scrollWidth, list.parentElement?.clientWidth])
    expect(table).toBeLessThanOrEqual(card ?? 0)
    await adminCall(api.queries.remove, { params: { id } })
  })

  test('offers five page sizes, twenty by default, and notes the chosen one in the URL (LIST-02, LIST-03, LIST-05, OPEN-01)', async ({
    adminPage: page,
  }) => {
    await page.goto('/queries?page=2')
    await expect(names(page)).toHaveCount(10)
    await expect(pageSize(page)).toHaveValue('20 results')
    await pageSize(page).click()
    await expect(page.getByRole('option')).toHaveText(['5 results', '10 results', '20 results', '50 results', '100 results'])
    await expectAccessible(page)
    await page.getByRole('option', { name: '5 results', exact: true }).click()
    await expect(page).toHaveURL('/queries?page_size=5')
    await expect(names(page)).toHaveText(routesDown(30, 26))
    await pages(page).click()
    await expect(page).toHaveURL('/queries?page_size=5&page=2')
    await expect(names(page)).toHaveText(routesDown(25, 21))
  })

  test('shows no pagination if everything fits on one page (LIST-04, LIST-15)', async ({ adminPage: page }) => {
    await page.goto('/queries')
    await expect(pages(page)).toBeVisible()
    await pageSize(page).click()
    await page.getByRole('option', { name: '50 results' }).click()
    await expect(names(page)).toHaveCount(QUERIES)
    await expect(pages(page)).toBeHidden()
  })

  test('keeps its whole state in the URL (LIST-05, LIST-06, LIST-07)', async ({ adminPage: page }) => {
    await page.goto('/queries?page=2&page_size=5&order=-name&tags=cargo')
    await expect(names(page)).toHaveText([20, 18, 16, 14, 12].map(routeName))
    await expect(page.getByText('6–10 of 15')).toBeVisible()
    await expect(pageSize(page)).toHaveValue('5 results')
    await expect(tag(page, 'cargo')).toHaveAttribute('aria-pressed', 'true')
    await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'descending')
    await searchBox(page).fill('Route 1')
    await expect(page).toHaveURL(/[?&]q=Route\+1(&|$)/)
    await expect(names(page)).toHaveText([18, 16, 14, 12, 10].map(routeName))
    await page.reload()
    await expect(searchBox(page)).toHaveValue('Route 1')
    await expect(names(page)).toHaveText([18, 16, 14, 12, 10].map(routeName))
  })

  test('goes to the last page from a page beyond the end, with one extra request (LIST-22)', async ({ adminPage: page }) => {
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/queries') asked.push(searchParams.get('page'))
    })
    await page.goto('/queries?page=9&page_size=5&order=name')
    await expect(names(page)).toHaveText([26, 27, 28, 29, 30].map(routeName))
    await expect(page).toHaveURL('/queries?page=6&page_size=5&order=name')
    expect(asked).toEqual(['9', '6'])
  })

  test('has rows 44 px high, and wrapped lines keep a distance from the borders (QLIST-10)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const { id } = await create(adminCall, sourceId, 'Night mail', ['mail by night and day', 'between the two islands'])
    await page.goto('/queries?page_size=5')
    await expect(names(page).first()).toHaveText('Night mail')
    const height = (name: string) => row(page, name).evaluate((line) => line.getBoundingClientRect().height)
    expect(await height(routeName(29))).toBe(44)
    await page.setViewportSize({ width: 1200, height: 900 })
    const [above, below] = await row(page, 'Night mail').evaluate((line) => {
      const rule = line.getBoundingClientRect()
      const parts = [...line.querySelectorAll('td:nth-child(3) > span > *')].map((part) => part.getBoundingClientRect())
      return [Math.min(...parts.map(({ top }) => top)) - rule.top, rule.bottom - Math.max(...parts.map(({ bottom }) => bottom))]
    })
    expect(await height('Night mail')).toBeGreaterThan(44)
    expect(above).toBeGreaterThanOrEqual(6)
    expect(below).toBeGreaterThanOrEqual(6)
    await adminCall(api.queries.remove, { params: { id } })
  })

  test('starts at the first page when the user searches or chooses tags (LIST-09, LIST-10)', async ({ adminPage: page }) => {
    await page.goto('/queries?page=2&page_size=5')
    await expect(names(page)).toHaveText(routesDown(25, 21))
    await tag(page, 'cargo').click()
    await expect(page.getByText('1–5 of 15')).toBeVisible()
    await pages(page).click()
    await expect(page.getByText('6–10 of 15')).toBeVisible()
    await searchBox(page).fill('Route')
    await expect(page.getByText('1–5 of 15')).toBeVisible()
  })

  test('sorts search results by relevance and restores the previous order afterwards (LIST-11, LIST-12, QLIST-07)', async ({
    adminPage: page,
  }) => {
    await page.goto('/queries?order=name')
    await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
    await expect(names(page).first()).toHaveText(routeName(1))
    await searchBox(page).fill('Route 2')
    // Search matches word prefixes. Names that match both words come first, then the query whose id is the number.
    await expect(names(page)).toHaveText([...routesDown(29, 20), routeName(2)])
    await expect(page.locator('th[aria-sort]')).toHaveCount(0)
    // A header that still sorted would silently change the order to be restored.
    await expect(head(page, 'Name').getByRole('button')).toHaveCount(0)
    await head(page, 'Name').click()
    await expect(page).toHaveURL(/[?&]order=name(&|$)/)
    await searchBox(page).fill('')
    await expect(names(page).first()).toHaveText(routeName(1))
    await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
  })

  test('sends one search request 200 ms after the last key (LIST-13)', async ({ adminPage: page }) => {
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/queries' && searchParams.has('q')) asked.push(searchParams.get('q'))
    })
    await page.clock.install()
    await page.goto('/queries')
    await expect(names(page)).toHaveCount(20)
    await stopClock(page)
    await searchBox(page).pressSequentially('Route')
    await page.clock.runFor(199)
    await searchBox(page).pressSequentially(' 12')
    await page.clock.runFor(199)
    expect(asked).toEqual([])
    await page.clock.resume()
    await expect(names(page)).toHaveText([routeName(12)])
    expect(asked).toEqual(['Route 12'])
  })

  test('shows that it is loading (LIST-17)', async ({ adminPage: page }) => {
    const list = await holdAnswer(page, '**/api/queries?*')
    await page.goto('/queries')
    await expect(page.getByRole('status')).toContainText('Loading...')
    await expectAccessible(page)
    list.release()
    await expect(names(page)).toHaveCount(20)
    await expect(page.getByText('Loading...')).toBeHidden()
  })

  test('shows a message for a search without matches, and the search can be cleared (LIST-18)', async ({ adminPage: page }) => {
    await page.goto('/queries')
    await searchBox(page).fill('no such query')
    await expect(page.getByText("Sorry, we couldn't find anything.")).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(names(page)).toHaveCount(20)
    await expect(searchBox(page)).toHaveValue('')
  })

  test('keeps the search box if a search fails (LIST-09, SHELL-08)', async ({ adminPage: page }) => {
    await page.goto('/queries')
    await expect(names(page).first()).toBeVisible()
    await page.route(/q=Route/, (route) => route.fulfill({ status: 400, json: { message: 'The index is being built.' } }))
    await searchBox(page).fill('Route 1')
    await expect(page.getByRole('heading', { name: 'The index is being built.' })).toBeVisible()
    await expectAccessible(page)
    await expect(searchBox(page)).toBeFocused()
    await page.unroute(/q=Route/)
    await page.keyboard.type('3')
    await expect(names(page)).toHaveText([routeName(13)])
  })

  test('keeps its rows if its refresh fails (SHELL-05)', async ({ adminPage: page }) => {
    await page.goto('/queries?q=Route+14')
    await expect(names(page)).toHaveText([routeName(14)])
    await page.getByRole('link', { name: 'Archived' }).click()
    await expect(page.getByRole('heading', { name: 'Archived Queries' })).toBeVisible()
    await page.route(/api\/queries\?.*q=Route/, (route) => route.fulfill({ status: 400, json: { message: 'Not now.' } }))
    const refused = page.waitForResponse((response) => response.status() === 400)
    await page.goBack()
    await (await refused).finished()
    // Wait until the page has rendered the error.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expect(names(page)).toHaveText([routeName(14)])
  })

  test('names tags that no query or dashboard has (LIST-19, OPEN-81)', async ({ adminPage: page }) => {
    await page.goto('/queries?tags=north&tags=south')
    await expect(page.getByRole('main')).toContainText(/No queries found tagged with north\s*south\s*\./)
    await expectAccessible(page)
    await page.goto('/dashboards?tags=north')
    await expect(page.getByRole('main')).toContainText(/No dashboards found tagged with north\s*\./)
  })

  test('selects tags one at a time, or several with shift (LIST-25, LIST-26, LIST-27, LIST-29)', async ({
    adminPage: page,
  }) => {
    await page.goto('/queries')
    await tag(page, 'north').click()
    await expect(page.getByText('1–10 of 10')).toBeVisible()
    await tag(page, 'cargo').click()
    await expect(page.getByText('1–15 of 15')).toBeVisible()
    await expect(tag(page, 'north')).toHaveAttribute('aria-pressed', 'false')
    await tag(page, 'north').click({ modifiers: ['Shift'] })
    await expect(names(page)).toHaveText([30, 24, 18, 12, 6].map(routeName))
    await expect(page).toHaveURL('/queries?tags=cargo&tags=north')
    await expectAccessible(page)
    await tag(page, 'cargo').click({ modifiers: ['Shift'] })
    await expect(page.getByText('1–10 of 10')).toBeVisible()
    await tag(page, 'north').click()
    await expect(page.getByText('1–20 of 30')).toBeVisible()
    await expect(page).toHaveURL('/queries')
  })

  test('sorts ascending, descending and unsorted by clicks on a header, and by several columns with shift (LIST-30, LIST-31)', async ({
    adminPage: page,
  }) => {
    await page.goto('/queries')
    await expect(head(page, 'Created At')).toHaveAttribute('aria-sort', 'descending')
    await head(page, 'Name').getByRole('button').click()
    await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
    await expect(page).toHaveURL('/queries?order=name')
    await expect(names(page).first()).toHaveText(routeName(1))
    await head(page, 'Name').getByRole('button').click()
    await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL('/queries?order=-name')
    await expect(names(page).first()).toHaveText(routeName(30))
    await head(page, 'Name').getByRole('button').click()
    await expect(page.locator('th[aria-sort]')).toHaveCount(0)

    await head(page, 'Created By').getByRole('button').click()
    await expect(head(page, 'Created By')).toHaveAttribute('aria-sort', 'ascending')
    for (const sort of ['ascending', 'descending']) {
      await head(page, 'Name')
        .getByRole('button')
        .click({ modifiers: ['Shift'] })
      await expect(head(page, 'Name')).toHaveAttribute('aria-sort', sort)
    }
    await expect(page).toHaveURL(`/queries?order=${encodeURIComponent('created_by,-name')}`)
    await expect(head(page, 'Created By')).toHaveAttribute('aria-sort', 'ascending')
    await expect(head(page, 'Name')).toHaveText(/Name\s*2/)
    await expect(names(page).first()).toHaveText(routeName(30))
  })

  test('goes back through its pages and sort orders', async ({ adminPage: page }) => {
    await page.goto('/queries')
    await pages(page).click()
    await expect(names(page).first()).toHaveText(routeName(10))
    await head(page, 'Name').getByRole('button').click()
    await expect(names(page).first()).toHaveText(routeName(1))
    await page.goBack()
    await expect(names(page).first()).toHaveText(routeName(10))
    await page.goBack()
    await expect(names(page).first()).toHaveText(routeName(30))
  })
})

test.describe('favorites', () => {
  test('a star adds and removes a favorite without reloading the list (CTRL-21, LIST-33)', async ({ adminPage: page }) => {
    const lists: string[] = []
    // Usage events are also sent by POST, so count only requests for favorites.
    const markedBy = (method: string) =>
      page.waitForRequest((request) => request.method() === method && request.url().endsWith('/favorite'))
    await page.goto('/queries')
    const star = page.getByRole('button', { name: `Favorite ${routeName(25)}` })
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/queries') lists.push(request.url())
    })
    const marking = markedBy('POST')
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    expect(new URL((await marking).url()).pathname).toMatch(/^\/api\/queries\/\d+\/favorite$/)
    expect((await marking).postData()).toBeNull()
    await (await (await marking).response())?.finished()
    const unmarking = markedBy('DELETE')
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    expect((await unmarking).url()).toBe((await marking).url())
    await (await (await unmarking).response())?.finished()
    expect(lists).toEqual([])
    await page.reload()
    await expect(star).toHaveAttribute('aria-pressed', 'false')
  })

  test('the last of two quick clicks on a star wins (CTRL-21)', async ({ adminPage: page, adminCall }) => {
    const { id } = await create(adminCall, sourceId, 'Night route', [])
    await page.goto('/queries?q=Night')
    const star = page.getByRole('button', { name: 'Favorite Night route' })
    const isReleased = Promise.withResolvers<void>()
    await page.route('**/favorite', async (route) => {
      if (route.request().method() === 'POST') await isReleased.promise
      await route.continue()
    })
    const answerTo = (method: string) =>
      page.waitForResponse((response) => response.request().method() === method && response.url().endsWith('/favorite'))
    const [marked, unmarked] = [answerTo('POST'), answerTo('DELETE')]
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    isReleased.resolve()
    await Promise.all([marked, unmarked])
    expect((await adminCall(api.queries.get, { params: { id } })).is_favorite).toBe(false)
    await adminCall(api.queries.remove, { params: { id } })
  })

  test('a query starred on its page appears in the favorites (QLIST-02)', async ({ adminPage: page }) => {
    await page.goto('/queries?q=Route+13')
    await names(page).click()
    const star = page.getByRole('button', { name: `Favorite ${routeName(13)}` })
    const answered = page.waitForResponse((response) => response.url().endsWith('/favorite'))
    await star.click()
    await answered
    await page.goto('/queries/favorites?q=Route+13')
    await expect(names(page)).toHaveText([routeName(13)])
    const removed = page.waitForResponse((response) => response.url().endsWith('/favorite'))
    await star.click()
    await removed
  })
})
