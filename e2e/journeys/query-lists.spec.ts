import { api } from '@sightline/contract/api.ts'
import { expectAccessible, withoutPermissions } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'
import { writeQuery } from '../queries.ts'
import { title } from '../query-page.ts'
import { expect, names, nextPage, pageSize, routeName, routesDown, row, searchBox, test } from '../route-queries.ts'

test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Route planning' } })

test.describe('the lists of queries', () => {
  test('show all queries, newest first, without archived ones (QLIST-01, QLIST-12, QLIST-17, LIST-16)', async ({
    adminPage: page,
  }) => {
    await page.goto('/queries')
    await expect(names(page)).toHaveText(routesDown(30, 11))
    await expect(page.getByText('1–20 of 30')).toBeVisible()
    await expectAccessible(page)
    await nextPage(page).click()
    await expect(names(page)).toHaveText(routesDown(10, 1))
    await expect(nextPage(page)).toBeDisabled()
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
    await expect(pageSize(page)).toHaveValue('20')
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
    await expect(title(page)).toHaveText(routeName(6))
    await page.goto('/queries?q=Route+01')
    await expect(names(page)).toHaveText([routeName(1)])
    await expect(row(page, routeName(1)).getByText('Unpublished')).toBeHidden()
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

  test('the last of two quick clicks on a star wins (CTRL-21)', async ({ adminPage: page, adminCall, makeRoute }) => {
    const { id } = await makeRoute('Night route', [])
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
