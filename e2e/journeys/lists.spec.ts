import { api } from '@sightline/contract/api.ts'
import { expectAccessible } from '../page.ts'
import {
  expect,
  head,
  names,
  nextPage,
  pageSize,
  QUERIES,
  routeName,
  routesDown,
  row,
  searchBox,
  tag,
  test,
} from '../route-queries.ts'
import { holdAnswer } from '../traffic.ts'

test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Route pages' } })

test.describe('a list', () => {
  test('keeps the other columns visible beside a very long tag (QLIST-10)', async ({
    adminPage: page,
    adminCall,
    makeRoute,
  }) => {
    const { id } = await makeRoute('Long haul', ['on and on '.repeat(12).trim()])
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
    await expect(pageSize(page)).toHaveValue('20')
    await expect(pageSize(page).getByRole('option')).toHaveText([
      '5 results',
      '10 results',
      '20 results',
      '50 results',
      '100 results',
    ])
    await expectAccessible(page)
    await pageSize(page).selectOption('5 results')
    await expect(page).toHaveURL('/queries?page_size=5')
    await expect(names(page)).toHaveText(routesDown(30, 26))
    await nextPage(page).click()
    await expect(page).toHaveURL('/queries?page_size=5&page=2')
    await expect(names(page)).toHaveText(routesDown(25, 21))
  })

  test('shows no pagination if everything fits on one page (LIST-04, LIST-15)', async ({ adminPage: page }) => {
    await page.goto('/queries')
    await expect(nextPage(page)).toBeVisible()
    await pageSize(page).selectOption('50 results')
    await expect(names(page)).toHaveCount(QUERIES)
    await expect(nextPage(page)).toBeHidden()
  })

  test('keeps its whole state in the URL (LIST-05, LIST-06, LIST-07)', async ({ adminPage: page }) => {
    await page.goto('/queries?page=2&page_size=5&order=-name&tags=cargo')
    await expect(names(page)).toHaveText([20, 18, 16, 14, 12].map(routeName))
    await expect(page.getByText('6–10 of 15')).toBeVisible()
    await expect(pageSize(page)).toHaveValue('5')
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
    makeRoute,
  }) => {
    const { id } = await makeRoute('Night mail', ['mail by night and day', 'between the two islands'])
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

  test('shows that it is loading (LIST-17)', async ({ adminPage: page }) => {
    const list = await holdAnswer(page, '**/api/queries?*')
    await page.goto('/queries')
    await expect(page.getByRole('status')).toContainText('Loading...')
    await expectAccessible(page)
    list.release()
    await expect(names(page)).toHaveCount(20)
    await expect(page.getByText('Loading...')).toBeHidden()
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
    await nextPage(page).click()
    await expect(names(page).first()).toHaveText(routeName(10))
    await head(page, 'Name').getByRole('button').click()
    await expect(names(page).first()).toHaveText(routeName(1))
    await page.goBack()
    await expect(names(page).first()).toHaveText(routeName(10))
    await page.goBack()
    await expect(names(page).first()).toHaveText(routeName(30))
  })
})
