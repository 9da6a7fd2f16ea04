import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { type AdminCall, alterSession, expect, expectAccessible, test, withoutPermissions } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'

// Needs its own empty server; tests that add something remove it again.
test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'New company' } })

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' }).getByRole('listitem')

test.describe('a new account', () => {
  test('sees a welcome and the first steps, with help, on home (HOME-01, HOME-09, HOME-10, HOME-14)', async ({
    adminPage: page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Welcome to Sightline' })).toBeVisible()
    await expect(steps(page)).toHaveText([
      /^Connect a data source/,
      /^Create your first query/,
      /^Create your first alert/,
      /^Create your first dashboard/,
      /^Invite your team members/,
    ])
    await expect(page.getByText('0 of 5 done')).toBeVisible()
    await expectAccessible(page)
    for (const step of await steps(page).all()) await expect(step.getByRole('button', { name: /^Help: / })).toBeVisible()
    await steps(page).first().getByRole('button', { name: 'Help: Data sources' }).click()
    await expect(page.getByRole('dialog').locator('iframe')).toHaveAttribute('src', /help\/data-sources/)
    await page.keyboard.press('Escape')
    await steps(page).nth(2).getByRole('button', { name: 'Help: Alerts' }).click()
    await expect(page.getByRole('dialog').locator('iframe')).toHaveAttribute('src', /help\/alerts/)
    await page.keyboard.press('Escape')
    await steps(page).first().getByRole('link').click()
    await expect(page).toHaveURL('/data_sources/new')
    await expect(page.getByRole('dialog', { name: 'Create a New Data Source' })).toBeVisible()
  })

  test('sees whom to contact if the user is not an admin (HOME-11)', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'admin', 'super_admin')
    await page.goto('/')
    await expect(steps(page).first()).toContainText('Ask an account admin to connect a data source')
    await expect(steps(page).first().getByRole('link')).toHaveCount(0)
    const object_counters = { users: 1, data_sources: 2, queries: 0, alerts: 0, dashboards: 0 }
    await page.route('**/api/organization/status', (route) => route.fulfill({ json: { object_counters } }))
    await page.reload()
    await expect(steps(page).first()).toContainText('2 data sources')
    await expect(steps(page).first().getByRole('link')).toHaveCount(0)
  })

  test('completes each step on its own and gets a link to what was created (HOME-12, HOME-13)', async ({ adminPage: page }) => {
    const none = { users: 1, data_sources: 0, queries: 0, alerts: 0, dashboards: 0 }
    const cases = [
      { ...none, data_sources: 1 },
      { ...none, queries: 3 },
      { ...none, alerts: 1 },
      { ...none, dashboards: 2 },
      { ...none, users: 2 },
    ]
    const made = [
      { text: '1 data source', path: '/data_sources' },
      { text: '3 queries', path: '/queries' },
      { text: '1 alert', path: '/alerts' },
      { text: '2 dashboards', path: '/dashboards' },
      { text: '2 users', path: '/users' },
    ]
    for (const [index, object_counters] of cases.entries()) {
      await page.route('**/api/organization/status', (route) => route.fulfill({ json: { object_counters } }))
      await page.goto('/')
      await expect(page.getByText('1 of 5 done')).toBeVisible()
      await expect(steps(page).nth(index).getByRole('img', { name: 'Done' })).toBeVisible()
      await expect(steps(page).nth(index).getByRole('link')).toHaveText(made[index]?.text ?? '')
      await expect(steps(page).nth(index).getByRole('link')).toHaveAttribute('href', made[index]?.path ?? '')
      await page.unroute('**/api/organization/status')
    }
  })

  test('no longer sees the welcome once all steps are done (HOME-01)', async ({ adminPage: page }) => {
    const object_counters = { users: 2, data_sources: 1, queries: 1, alerts: 1, dashboards: 1 }
    await page.route('**/api/organization/status', (route) => route.fulfill({ json: { object_counters } }))
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Home' })).toBeAttached()
    await expect(page.getByText('Favorite Queries will appear here')).toBeVisible()
    await expect(page.getByText('Welcome to Sightline')).toBeHidden()
    await expectAccessible(page)
  })

  test('sees in the menus where favorites will appear (SHELL-11, SHELL-13)', async ({ adminPage: page }) => {
    await page.goto('/no/such/page')
    for (const what of ['Dashboards', 'Queries']) {
      await page.getByRole('banner').getByRole('button', { name: what }).click()
      await expect(page.getByRole('menu').getByText(`Favorite ${what} will appear here`)).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
    }
  })

  test('sees a message in empty lists (QLIST-13, QLIST-16, DS-02)', async ({ adminPage: page }) => {
    const texts = {
      '/queries/favorites': 'Mark queries as Favorite to list them here.',
      '/queries': 'Getting the data from your datasources.',
      '/data_sources': 'There are no data sources yet.',
    }
    for (const [path, text] of Object.entries(texts)) {
      await page.goto(path)
      await expect(page.getByText(text)).toBeVisible()
      await expectAccessible(page)
    }
  })

  test('sees a message if there are no archived queries (QLIST-14)', async ({ adminPage: page }) => {
    // Queries are never deleted, so the archive may contain some from other tests.
    await page.route('**/api/queries/archive*', (route) =>
      route.fulfill({ json: { count: 0, page: 1, page_size: 20, results: [] } }),
    )
    await page.goto('/queries/archive')
    await expect(page.getByText('Archived queries will be listed here.')).toBeVisible()
  })

  test('sees a link to create the first query if there are none (QLIST-15)', async ({ adminPage: page }) => {
    await page.goto('/queries/my')
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Create your first query' }).click()
    await expect(page).toHaveURL('/queries/new')
    await withoutPermissions(page, 'create_query')
    await page.goto('/queries/my')
    await expect(page.getByText('Your queries will appear here.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create your first query' })).toHaveCount(0)
  })

  test('sees a link to add a data source in the empty list (DS-02)', async ({ adminPage: page }) => {
    await page.goto('/data_sources')
    await page.getByRole('link', { name: 'Click here' }).click()
    await expect(page).toHaveURL('/data_sources/new')
  })
})

test.describe('notices and favorites', () => {
  test('the deprecated embed setting shows a warning (HOME-05, HOME-06)', async ({ adminPage: page }) => {
    await alterSession(page, (session) => {
      session.messages = ['using-deprecated-embed-feature']
    })
    await page.goto('/')
    await expect(page.getByRole('status').filter({ hasText: 'deprecated' })).toBeVisible()
    await expectAccessible(page)
  })

  test('an unverified email address shows a warning (HOME-05)', async ({ adminPage: page }) => {
    await alterSession(page, (session) => {
      session.messages = ['email-not-verified']
      session.client_config.mailSettingsMissing = false
    })
    await page.goto('/')
    await expect(page.getByRole('status').filter({ hasText: 'We have sent an email' })).toContainText('mara@example.com')
    await expectAccessible(page)
  })

  test('favorites that fail to load are not shown as an empty list (HOME-03, SHELL-12)', async ({ adminPage: page }) => {
    await page.route('**/api/queries/favorites?*', (route) => route.fulfill({ status: 400, json: { message: 'Not now.' } }))
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Favorite Queries' }).getByText('Not now.')).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'Queries' }).click()
    await expect(page.getByRole('menu').getByText('Not now.')).toBeVisible()
    await expectAccessible(page)
  })

  test('favorite queries and dashboards are listed, and drafts are labeled, followed by recent ones (HOME-02, HOME-03, HOME-04, HOME-21)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const made = await favorites(adminCall)
    await page.goto('/')
    const card = page.getByRole('region', { name: 'Favorite Queries' })
    const draft = card.getByRole('link', { name: 'Arrivals' })
    const published = card.getByRole('link', { name: 'Departures' })
    await expect(draft).toContainText('Unpublished')
    await expect(published).not.toContainText('Unpublished')
    const recent = card.getByRole('group', { name: 'Recent Queries' })
    await expect(recent.getByRole('link')).toHaveText([/^Others/])
    await expect(draft).toHaveAttribute('href', `/queries/${made.draft}`)
    await expectAccessible(page)
    const board = page.getByRole('region', { name: 'Favorite Dashboards' }).getByRole('link', { name: 'Gates' })
    await expect(board).toHaveAttribute('href', `/dashboard/${made.slug}`)
    await expect(board).toContainText('Unpublished')
    const { id } = await adminCall(api.dashboards.get, { params: { slug: made.slug } })
    await adminCall(api.dashboards.update, { params: { slug: String(id) }, body: { is_draft: false } })
    await page.reload()
    await expect(board).toBeVisible()
    await expect(board).not.toContainText('Unpublished')
    await published.click()
    await expect(page).toHaveURL(`/queries/${made.published}`)
    await made.remove()
  })
})

test.describe('what needs attention', () => {
  test('are failing queries and alerts that cannot be checked or are triggered, seen before the first steps, and nothing else (HOME-20, OPEN-681)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const made = await favorites(adminCall)
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Favorite Queries' }).getByRole('link', { name: 'Departures' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Needs Attention' })).toHaveCount(0)

    const condition = { column: 'n', op: '>', value: 1 } as const
    const alert = await adminCall(api.alerts.create, {
      body: { name: 'Too many gates', query_id: made.published, options: condition },
    })
    // The file of the data source does not exist, so the refresh fails.
    await adminCall(api.executions.runQuery, { params: { id: made.published }, body: { max_age: 0, wait: 30_000 } })
    const attention = page.getByRole('region', { name: 'Needs Attention' })
    await expect(async () => {
      await page.reload()
      await expect(attention.getByRole('group', { name: 'Queries' }).getByRole('link', { name: 'Departures' })).toContainText(
        'Failing',
      )
      await expect(
        attention.getByRole('group', { name: 'Alerts' }).getByRole('link', { name: 'Too many gates' }),
      ).toContainText('FAILING')
    }).toPass()
    await expectAccessible(page)
    const first = page.getByRole('region', { name: 'First steps' })
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      for (const row of await attention.getByRole('link').all()) await expect(row).toBeInViewport({ ratio: 1 })
      const [above, below] = await Promise.all([attention.boundingBox(), first.boundingBox()])
      expect((above?.y ?? 0) + (above?.height ?? 0), 'above the first steps').toBeLessThan(below?.y ?? 0)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await attention.getByRole('link', { name: 'Too many gates' }).click()
    await expect(page).toHaveURL(`/alerts/${alert.id}`)
    await made.remove()
  })

  test('is not requested for lists the user may not see (HOME-20)', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'list_alerts')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
    await page.goto('/')
    await expect.poll(() => asked.some((path) => path.includes('health=failing_or_stale'))).toBe(true)
    expect(asked).not.toContain('/api/alerts')
  })
})

test.describe('a newcomer', () => {
  test('is led to the sample dashboard and to a first query, without ticks for what the sample brought (HOME-22, OPEN-174)', async ({
    adminPage: page,
  }) => {
    const object_counters = { users: 1, data_sources: 2, queries: 11, alerts: 0, dashboards: 1 }
    await page.route('**/api/organization/status', (route) =>
      route.fulfill({
        json: {
          object_counters,
          sample_dashboard: 'flight-operations',
          sample_counters: { data_sources: 2, queries: 11, dashboards: 1 },
        },
      }),
    )
    await page.goto('/')
    const first = page.getByRole('region', { name: 'First steps' })
    await expect(first.getByRole('link', { name: 'See the Sample Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard/flight-operations',
    )
    await expect(first.getByRole('progressbar')).toHaveCount(0)
    await expect(first.getByRole('img', { name: 'Done' })).toHaveCount(0)
    await expectAccessible(page)
    await first.getByRole('link', { name: 'Ask Your First Question' }).click()
    await expect(page).toHaveURL('/queries/new')
  })

  test('sees the newest published queries, but no drafts of colleagues (HOME-21, HOME-23)', async ({
    adminCall,
    browser,
    baseURL,
  }) => {
    const made = await favorites(adminCall)
    const newcomer = await activeUser(adminCall, browser, 'Nora Berg')
    const page = await pageOf(browser, baseURL ?? '', newcomer)
    await page.goto('/')
    const newest = page.getByRole('group', { name: 'Newest Queries' })
    await expect(newest.getByRole('link', { name: 'Departures' })).toBeVisible()
    await expect(newest.getByRole('link')).toHaveCount(1)
    await page.context().close()
    await made.remove()
  })

  test('is asked about usage data below the lists (HOME-24)', async ({ adminPage: page }) => {
    await alterSession(page, (session) => {
      session.client_config.showBeaconConsentMessage = true
    })
    await page.goto('/')
    // Both move down while the rest of the page loads.
    await expect(async () => {
      const prompt = await page.getByRole('region', { name: 'Usage reports' }).boundingBox()
      const lists = await page.getByRole('region', { name: 'Favorite Queries' }).boundingBox()
      expect(prompt?.y).toBeGreaterThan((lists?.y ?? 0) + (lists?.height ?? 0))
    }).toPass()
  })
})

/** Creates a draft favorite, a published favorite, a query that is no favorite, and a favorite dashboard. */
async function favorites(adminCall: AdminCall) {
  const source = await adminCall(api.dataSources.create, {
    body: { name: 'Timetable', type: 'sqlite', options: { dbpath: '/srv/timetable.db' } },
  })
  const create = async (name: string) => {
    const query = { name, query: 'SELECT 1', data_source_id: source.id }
    return (await adminCall(api.queries.create, { body: query })).id
  }
  const [draft, published, other] = [await create('Arrivals'), await create('Departures'), await create('Others')]
  for (const id of [draft, published]) await adminCall(api.queries.favorite, { params: { id } })
  await adminCall(api.queries.update, { params: { id: published }, body: { is_draft: false } })
  const { slug } = await adminCall(api.dashboards.create, { body: { name: 'Gates' } })
  await adminCall(api.dashboards.favorite, { params: { slug } })
  return {
    draft,
    slug,
    published,
    async remove() {
      for (const id of [draft, published, other]) await adminCall(api.queries.remove, { params: { id } })
      await adminCall(api.dashboards.remove, { params: { slug } })
      await adminCall(api.dataSources.remove, { params: { id: source.id } })
    },
  }
}
