import { api } from '@sightline/contract/api.ts'
import { type AdminCall, alterSession, expect, expectAccessible, holdScripts, test, withoutPermissions } from '../page.ts'
import { followLetters } from '../shortcuts.ts'
import { holdAnswer } from '../traffic.ts'

// Needs its own server because the tests add queries to its lists.
test.use({ settings: { SIGHTLINE_ORG_NAME: 'Airport services' } })

/** Waits for the sample data, which is installed after the server starts to listen. */
async function sampleSource(adminCall: AdminCall): Promise<number> {
  await expect
    .poll(async () => (await adminCall(api.dashboards.list)).results.map(({ slug }) => slug), { timeout: 60_000 })
    .toEqual(['flight-operations'])
  const [source] = await adminCall(api.dataSources.list)
  return source?.id ?? 0
}

const newQuery = (adminCall: AdminCall, sourceId: number, name: string) =>
  adminCall(api.queries.create, { body: { name, query: 'SELECT 1', data_source_id: sourceId } })

test.describe('signed-out visitors', () => {
  test('are redirected to sign-in from every route, without a header (SES-01, SES-02, SHELL-03)', async ({
    quietPage: page,
  }) => {
    for (const path of [
      '/',
      '/queries',
      '/queries/new',
      '/queries/1',
      '/dashboards',
      '/dashboard/x',
      '/data_sources',
      '/no/page',
    ]) {
      await page.goto(path)
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
    }
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expectAccessible(page)
  })

  test('are redirected to sign-in if the session fails to load, whatever the reason (OPEN-69)', async ({
    failingPage: page,
    product,
    request,
  }) => {
    const reply = await request.get(`${product.url}/api/session`)
    expect([reply.status(), (await reply.json()).message]).toEqual([404, "Couldn't find resource. Please login and try again."])
    for (const status of [401, 404, 500]) {
      // The server sends the page because the visitor is signed in, so the redirect must come from the page.
      await page.route('**/api/session', (route) => route.fulfill({ status, json: { message: 'No.' } }))
      const left = page.waitForRequest((sent) => new URL(sent.url()).pathname === '/login')
      await page.goto(`${product.url}/queries`)
      expect(new URL((await left).url()).search, String(status)).toBe('?next=%2Fqueries')
      await page.unroute('**/api/session')
      await expect(page.getByRole('heading', { name: 'Queries', exact: true })).toBeVisible()
    }
  })

  test('see a page under the header only after the session is loaded (SES-08, SHELL-01)', async ({ adminPage: page }) => {
    const session = await holdAnswer(page, '**/api/session')
    await page.goto('/queries')
    await session.isAsked
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('main')).toBeHidden()
    session.release()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { name: 'Queries' })).toBeVisible()
  })
})

test.describe('the header', () => {
  test('lists favorites in the Dashboards menu (SHELL-10)', async ({ adminPage: page, adminCall }) => {
    await sampleSource(adminCall)
    await adminCall(api.dashboards.favorite, { params: { slug: 'flight-operations' } })
    await page.goto('/queries')
    await page.getByRole('banner').getByRole('button', { name: 'Dashboards' }).click()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Flight operations' }).click()
    await expect(page).toHaveURL('/dashboard/flight-operations')
    await expect(page.getByRole('menu')).toBeHidden()
  })

  test('lists the newest 20 favorites in the Queries menu, with drafts labeled (SHELL-12, HOME-03, OPEN-83)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const source = await sampleSource(adminCall)
    for (let n = 1; n <= 20; n++) {
      const older = await newQuery(adminCall, source, `Gate ${n}`)
      await adminCall(api.queries.favorite, { params: { id: older.id } })
    }
    const { id } = await newQuery(adminCall, source, 'Gates in use')
    await adminCall(api.queries.favorite, { params: { id } })
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: 'Queries' }).click()
    const entry = page.getByRole('menuitem', { name: 'Gates in use' })
    await expect(entry).toHaveAttribute('href', `/queries/${id}`)
    await expect(entry).toContainText('Unpublished')
    await expect(page.getByRole('menuitem', { name: /^Gate/ })).toHaveCount(20)
    await expect(page.getByRole('menuitem', { name: /^Gate/ }).first()).toContainText('Gates in use')
    await expect(page.getByRole('menuitem', { name: /^All \d+ favorites$/ })).toHaveAttribute('href', '/queries/favorites')
    // The home page shows the same link.
    const card = page.locator('section').filter({ has: page.getByText('Favorite Queries') })
    await expect(card.getByText(/^All \d+ favorites$/)).toHaveAttribute('href', '/queries/favorites')
    await expectAccessible(page)
    await entry.click()
    await expect(page).toHaveURL(`/queries/${id}`)
  })

  test('opens a new query from Create (SHELL-16)', async ({ adminPage: page, adminCall }) => {
    await sampleSource(adminCall)
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: 'Create' }).click()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Query' }).click()
    await expect(page).toHaveURL('/queries/new')
    await expect(page.getByRole('button', { name: /Execute/ })).toBeVisible()
  })

  test('opens the list with the search term (SHELL-19)', async ({ adminPage: page, adminCall }) => {
    await sampleSource(adminCall)
    await page.goto('/')
    const box = page.getByPlaceholder('Search queries...')
    await box.fill('stocks & more')
    await box.press('Enter')
    await expect(page).toHaveURL('/queries?q=stocks+%26+more')
    await expect(page.getByPlaceholder('Search...', { exact: true })).toHaveValue('stocks & more')
    await box.fill('technology')
    await box.press('Enter')
    await expect(page.getByRole('table').getByRole('link')).toHaveText(['Technology stocks'])
  })

  test('shows the Queries menu only with view_query (SHELL-20)', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'view_query')
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Dashboards' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Queries' })).toBeHidden()
  })

  test('offers a new query only with create_query, and a new alert to everyone (SHELL-21, SHELL-15, PERM-08)', async ({
    adminPage: page,
  }) => {
    await withoutPermissions(page, 'create_query', 'create_dashboard', 'list_alerts')
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Queries' })).toBeVisible()
    // Creating alerts needs no permission.
    await page.getByRole('banner').getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('menu').getByRole('menuitem')).toHaveText([/^Alert/])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    // Shortcuts of hidden entries do nothing and do not break the next shortcut.
    await page.goto('/queries')
    await expect(page.getByRole('main').getByRole('heading', { name: 'Queries' })).toBeVisible()
    await page.keyboard.type('cq')
    await expect(page).toHaveURL('/queries')
    await followLetters(page, 'ca', '/alerts/new')
  })

  test('shows the Dashboards menu only with list_dashboards (SHELL-24)', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'list_dashboards')
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Queries' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Dashboards' })).toBeHidden()
  })

  test('shows settings and data sources to admins (SHELL-18, SHELL-27)', async ({ adminPage: page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/data_sources')
    await page.getByRole('button', { name: /^Profile of/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Data Sources' })).toHaveAttribute('href', '/data_sources')
  })

  test('shows settings to other users with list_users, but no data sources (SHELL-23, SHELL-27)', async ({
    adminPage: page,
  }) => {
    const settings = page.getByRole('banner').getByRole('link', { name: 'Settings' })
    await withoutPermissions(page, 'admin', 'super_admin', 'list_users')
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Queries' })).toBeVisible()
    await expect(settings).toBeHidden()
    await withoutPermissions(page, 'admin', 'super_admin')
    await page.reload()
    await expect(settings).toHaveAttribute('href', '/users')
    await page.getByRole('button', { name: /^Profile of/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Data Sources' })).toBeHidden()
  })

  test('shows the organization, the signed-in user, the version and sign-out in the profile menu (SHELL-30, SHELL-31, OPEN-173)', async ({
    adminPage: page,
  }) => {
    await alterSession(page, ({ client_config }) => {
      client_config.orgName = 'Airport services'
    })
    await page.goto('/')
    await page.getByRole('button', { name: /^Profile of/ }).click()
    const menu = page.getByRole('menu')
    await expect(menu.getByText('Airport services')).toBeVisible()
    await expect(menu.getByText('mara@example.com')).toBeVisible()
    await expect(menu.getByText(/^Version: \d+\.\d+\.\d+$/)).toBeVisible()
    await expect(menu.getByRole('menuitem', { name: 'Log out' })).toHaveAttribute('href', '/logout')
    await expectAccessible(page)
  })

  test('has an about page with the version, the license and the notices of what it contains (OPEN-270, OPEN-271)', async ({
    adminPage: page,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: /^Profile of/ }).click()
    await page.getByRole('menuitem', { name: 'About Sightline' }).click()
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('main').getByText(/^Version: \d+\.\d+\.\d+$/)).toBeVisible()
    await expectAccessible(page)
    const textBehind = async (name: string) => {
      const href = await page.getByRole('link', { name }).getAttribute('href')
      return (await page.request.get(href ?? '')).text()
    }
    expect(await textBehind('Apache License 2.0')).toContain('the Sightline authors')
    const notices = await textBehind('third-party notices')
    // In the bundle, in the server alone, and a font.
    for (const name of ['react', 'fastify', '@fontsource-variable/inter'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'))
    // Only for development.
    expect(notices).not.toMatch(/^(vite|vitest|typescript) \d/m)
  })

  test('shows both versions if the page is older than its server (SHELL-31)', async ({ adminPage: page }) => {
    await alterSession(page, ({ client_config }) => {
      client_config.version = '99.0.0'
    })
    await page.goto('/')
    await page.getByRole('button', { name: /^Profile of/ }).click()
    await expect(page.getByRole('menu').getByText(/^Version: 99\.0\.0 \(\d[\w.-]{1,7}\)$/)).toBeVisible()
  })

  for (const isSuperAdmin of [true, false]) {
    test(`announces a newer version to super admins only (${isSuperAdmin ? 'is one' : 'is none'}) (SHELL-32)`, async ({
      adminPage: page,
    }) => {
      await alterSession(page, ({ user, client_config }) => {
        client_config.newVersionAvailable = true
        if (!isSuperAdmin) user.permissions = user.permissions.filter((name) => name !== 'super_admin')
      })
      await page.goto('/')
      await page.getByRole('button', { name: /^Profile of/ }).click()
      const menu = page.getByRole('menu')
      await expect(menu.getByText(/^Version: /)).toBeVisible()
      await expect(menu.getByText('newer version')).toBeVisible({ visible: isSuperAdmin })
    })
  }
})

test('the theme is switched in the profile menu and persisted', async ({ adminPage: page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByText('Dark', { exact: true }).click()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible(page)
  await page.reload()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByText('Auto', { exact: true }).click()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
})

test('the header is seen while the scripts are on their way, and the one that they draw takes its place (OPEN-580)', async ({
  adminPage: page,
}) => {
  const letThrough = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  const first = page.locator('#first-paint')
  await expect(first).toBeVisible()
  const before = await first.boundingBox()
  letThrough()
  const header = page.getByRole('banner')
  await expect(header).toBeVisible()
  await expect(first).toBeHidden()
  expect(await header.boundingBox()).toEqual(before)
})
