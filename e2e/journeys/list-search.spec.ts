import { expectAccessible, stopClock } from '../page.ts'
import { expect, head, names, nextPage, routeName, routesDown, searchBox, tag, test } from '../route-queries.ts'

test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Route search' } })

test.describe('a list', () => {
  test('starts at the first page when the user searches or chooses tags (LIST-09, LIST-10)', async ({ adminPage: page }) => {
    await page.goto('/queries?page=2&page_size=5')
    await expect(names(page)).toHaveText(routesDown(25, 21))
    await tag(page, 'cargo').click()
    await expect(page.getByText('1–5 of 15')).toBeVisible()
    await nextPage(page).click()
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
})
