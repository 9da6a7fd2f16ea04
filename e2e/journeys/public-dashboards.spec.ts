import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { addTable, addText, button, dialog, heading, makeBoard, widget } from '../boards.ts'
import { startOtherSite } from '../other-site.ts'
import { type AdminCall, expectAccessible, setTheme } from '../page.ts'
import { field } from '../parameters.ts'
import { choose, expect, test, type Workshop } from '../queries.ts'
import { makeFlights, REGION } from '../regions.ts'
import { openSharing, publicSwitch, share } from '../sharing.ts'
import { expectToast } from '../toasts.ts'
import { holdAnswer, watchPauses, watchRequests } from '../traffic.ts'

const WIDE = { col: 0, row: 0, sizeX: 6, sizeY: 5 }

const tokenIn = (address: string) => address.slice(address.lastIndexOf('/') + 1)
const cells = (page: Page) => page.getByRole('gridcell')

test.describe('a public dashboard', () => {
  const makeShared = async (call: AdminCall, name: string, query: Query) => {
    const board = await makeBoard(call, name)
    await addText(call, board, '## Read this', { col: 0, row: 0, sizeX: 6, sizeY: 2 })
    await addTable(call, board, query, { col: 0, row: 2, sizeX: 6, sizeY: 6 })
    return { board, address: await share(call, board) }
  }

  const makeSales = (workshop: Workshop) =>
    workshop.makeQuery({
      name: 'Sales',
      query: `SELECT '{{region}}' AS region, kind AS "kind::filter" FROM (VALUES ('a'), ('b'), ('a')) t(kind)`,
      options: { parameters: [REGION] },
    })

  test('shows name, parameters, filters and widgets to everyone, by the key in its URL (SHARE-10, SHARE-11, SES-16)', async ({
    quietPage: page,
    adminCall,
    workshop,
  }) => {
    const { address } = await makeShared(adminCall, 'Sales for all', await makeSales(workshop))
    const keys = new Set<string | undefined>()
    page.on('request', (request) => {
      if (/\/api\/(queries|jobs|dashboards)/.test(request.url())) keys.add(request.headers().authorization)
    })
    await page.goto(address)
    await expect(heading(page)).toHaveText('Sales for all')
    await expect(page.getByRole('heading', { name: 'Read this' })).toBeVisible()
    await expect(cells(page).filter({ hasText: 'north' })).toHaveCount(2)
    await choose(page, 'Kind', 'b')
    await expect(cells(page).filter({ hasText: 'north' })).toHaveCount(1)
    await choose(page, 'Region', 'south')
    await page.getByRole('button', { name: 'Apply Changes' }).click()
    await expect(cells(page).filter({ hasText: 'south' })).toHaveCount(1)
    await expect(page).toHaveURL(/p_w\d+_region=south/)
    await expect(page.getByRole('button', { name: 'Apply Changes' })).toBeHidden()
    expect([...keys]).toEqual([`Key ${tokenIn(address)}`])
  })

  test('is asked for once, while its code is still on the way (OPEN-581)', async ({ quietPage: page, adminCall, workshop }) => {
    const { address } = await makeShared(adminCall, 'Asked for early', await makeSales(workshop))
    const code = Promise.withResolvers<void>()
    await page.route('**/assets/PublicDashboardPage-*.js', async (route) => {
      await code.promise
      await route.continue()
    })
    const isOfDashboard = (call: { url(): string }) => call.url().includes('/api/dashboards/public/')
    let calls = 0
    page.on('request', (request) => {
      if (isOfDashboard(request)) calls += 1
    })
    const answer = page.waitForResponse(isOfDashboard)
    await page.goto(address, { waitUntil: 'commit' })
    expect((await answer).ok()).toBe(true)
    code.resolve()
    await expect(cells(page).filter({ hasText: 'north' })).toHaveCount(2)
    expect(calls).toBe(1)
  })

  test('has a search box once its text is passed as a value, and whatever is typed there is only searched for (OPEN-191, OPEN-514)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({
      name: 'Customers',
      query: `SELECT name FROM (VALUES ('O''Brien'), ('Miller')) t(name) WHERE name ILIKE '%{{ search }}%' OR name = {{ search }}`,
      options: { parameters: [{ name: 'search', type: 'text', value: 'mill' }] },
    })
    const board = await makeBoard(adminCall, 'Customers for all')
    await addTable(adminCall, board, query, WIDE)
    await openSharing(page, board)
    await expect(publicSwitch(page)).toBeDisabled()
    await expectAccessible(page)
    const passes = page.getByRole('switch', { name: 'Pass Search of Customers as a value' })
    await passes.click()
    await expectToast(page, 'Search is passed as a value.')
    await expect(publicSwitch(page)).toBeEnabled()
    await passes.click()
    await expectToast(page, 'Search is inserted as it is typed.')
    await expect(publicSwitch(page)).toBeDisabled()
    await passes.click()
    await expect(publicSwitch(page)).toBeEnabled()
    await expectAccessible(page)
    await page.screenshot({ path: 'test-results/screens/share-texts.png', animations: 'disabled' })

    await page.goto(`/queries/${query.id}/source`)
    await button(page, 'Parameter settings').click()
    await expect(dialog(page, 'Parameter settings').getByText('Text, as a value')).toBeVisible()

    await openSharing(page, board)
    await expect(passes).toHaveCount(0)
    await publicSwitch(page).click()
    await expect(page.getByLabel('Public URL')).toHaveValue(/public/)
    await page.goto(await page.getByLabel('Public URL').inputValue())
    await expect(cells(page)).toHaveText(['Miller'])
    const search = async (text: string) => {
      await field(page, 'Search').fill(text)
      await field(page, 'Search').press('ControlOrMeta+Enter')
    }
    await search("o'b")
    await expect(cells(page)).toHaveText(["O'Brien"])
    await search("' OR '1' = '1")
    await expect(cells(page)).toHaveCount(0)
    await search("o'BRIEN")
    await expect(cells(page)).toHaveText(["O'Brien"])
    await expectAccessible(page)
  })

  test('cannot be arranged, refreshed or edited (SHARE-13, SHARE-14)', async ({ quietPage: page, adminCall, workshop }) => {
    const { address } = await makeShared(adminCall, 'Sales to read', await makeSales(workshop))
    await page.goto(address)
    await expect(cells(page).filter({ hasText: 'north' })).toHaveCount(2)
    await expect(page.locator('.react-resizable-handle').filter({ visible: true })).toHaveCount(0)
    const before = await widget(page, /Sales/).boundingBox()
    await widget(page, /Sales/).hover({ position: { x: 60, y: 12 } })
    await page.mouse.down()
    await page.mouse.move(700, 700, { steps: 5 })
    await page.mouse.up()
    expect(await widget(page, /Sales/).boundingBox()).toEqual(before)
    for (const name of ['Refresh', 'Refresh widget', 'Widget menu', 'More', 'Share', 'Edit', 'Publish'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Sales' })).toHaveCount(0)
  })

  test('has the parameters and filters of the whole dashboard (SHARE-11)', async ({ quietPage: page, adminCall, workshop }) => {
    const query = await workshop.makeQuery({
      name: 'Shared sales',
      query: `SELECT '{{region}}' AS region, kind AS "kind::filter" FROM (VALUES ('a'), ('b')) t(kind)`,
      options: { parameters: [REGION] },
    })
    const board = await makeBoard(adminCall)
    for (const row of [0, 5]) {
      await adminCall(api.widgets.create, {
        body: {
          dashboard_id: board.id,
          visualization_id: query.visualizations[0]?.id ?? 0,
          options: {
            position: { ...WIDE, row, autoHeight: false },
            parameterMappings: { region: { name: 'region', type: 'dashboard-level', mapTo: 'area', title: 'Area' } },
          },
        },
      })
    }
    await adminCall(api.dashboards.update, { params: { slug: String(board.id) }, body: { dashboard_filters_enabled: true } })
    await page.goto(`${await share(adminCall, board)}?p_area=south`)
    await expect(cells(page).filter({ hasText: 'south' })).toHaveCount(2)
    await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveCount(1)
    await choose(page, 'Area', 'north')
    await expect(page.getByRole('button', { name: 'Apply Changes' })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(cells(page).filter({ hasText: 'north' })).toHaveCount(2)
    await choose(page, 'Kind', 'b')
    await expect(cells(page).filter({ hasText: /^b$/ })).toHaveCount(2)
    await expect(cells(page).filter({ hasText: /^a$/ })).toHaveCount(0)
  })

  test('shows that it is loading (SHARE-12)', async ({ quietPage: page, adminCall }) => {
    const address = await share(adminCall, await makeBoard(adminCall, 'Slow one'))
    const board = await holdAnswer(page, '**/api/dashboards/public/*')
    await page.goto(address)
    await expect(page.getByRole('status')).toHaveText('Loading...')
    board.release()
    await expect(heading(page)).toHaveText('Slow one')
  })

  test('is reloaded periodically, at most every 30 seconds (SHARE-15)', async ({ quietPage: page, adminCall, workshop }) => {
    const query = await workshop.makeRunQuery({ name: 'Again', query: 'SELECT 1 AS one' })
    const { address } = await makeShared(adminCall, 'Again and again', query)
    const runs = watchRequests(page, 'POST', /\/results$/)
    await page.clock.install()
    const pauses = await watchPauses(page, /\/api\/dashboards\/public\//)
    await page.goto(`${address}?refresh=5`)
    await expect(cells(page).first()).toBeVisible()
    for (const pause of await pauses(2)) expect(pause).toBeGreaterThanOrEqual(30_000)
    await expect.poll(() => runs.length).toBeGreaterThanOrEqual(2)
    expect(runs.at(-1)).toMatchObject({ max_age: 30 })
  })

  test('is gone when sharing has ended, also where it is open (SHARE-16)', async ({ quietPage: page, adminCall, workshop }) => {
    const query = await workshop.makeRunQuery({ name: 'Gone', query: "SELECT 'classified' AS secret" })
    const { board, address } = await makeShared(adminCall, 'Soon gone', query)
    await page.clock.install()
    await page.goto(`${address}?refresh=30`)
    await expect(cells(page).filter({ hasText: 'classified' })).toBeVisible()
    await adminCall(api.dashboards.unshare, { params: { slug: String(board.id) } })
    const gone = page.getByText("It seems like the page you're looking for cannot be found.")
    await expect(async () => {
      await page.clock.runFor(31_000)
      await expect(gone).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(page.getByText('classified')).toHaveCount(0)
    await page.goto(address)
    await expect(gone).toBeVisible()
    await page.goto(address.replace(tokenIn(address), 'x'.repeat(40)))
    await expect(gone).toBeVisible()
  })

  test('is gone while its dashboard is archived (SHARE-16)', async ({ quietPage: page, adminCall }) => {
    const board = await makeBoard(adminCall, 'Archived one')
    const address = await share(adminCall, board)
    await adminCall(api.dashboards.remove, { params: { slug: String(board.id) } })
    await page.goto(address)
    await expect(page.getByText("It seems like the page you're looking for cannot be found.")).toBeVisible()
  })

  // Uses the plain page because the browser logs each event handler that it blocks while the text is sanitized.
  test('runs no script in its text boxes', async ({ page, adminCall }) => {
    const board = await makeBoard(adminCall, 'Hostile')
    const hostile = [
      '<script>window.hit = 1</script>',
      '<img src=x onerror="window.hit = 2">',
      '[click](javascript:window.hit=3)',
      '<iframe src="javascript:parent.hit=4"></iframe>',
      '<a href="https://example.org/" onclick="window.hit=5">away</a>',
      '<style>body { display: none }</style>',
      '<form action="https://example.org/"><input name="password"></form>',
      'The end',
    ].join('\n\n')
    await addText(adminCall, board, hostile, { ...WIDE, sizeY: 8 })
    // The image URL does not exist, so respond to it here.
    await page.route('**/x', (route) => route.fulfill({ status: 200, contentType: 'image/gif', body: '' }))
    await page.goto(await share(adminCall, board))
    await expect(page.getByText('The end')).toBeVisible()
    await page.getByText('click', { exact: true }).click()
    expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined()
    for (const tag of ['script', 'iframe', 'form', 'style', 'input']) await expect(page.locator(`main ${tag}`)).toHaveCount(0)
    const link = page.getByRole('link', { name: 'away' })
    await expect(link).toHaveAttribute('rel', /noopener/)
    expect(await link.getAttribute('onclick')).toBeNull()
  })

  test('can be framed by another site (OPEN-71, SHARE-10)', async ({ quietPage: page, adminCall, workshop }) => {
    const query = await workshop.makeRunQuery({ name: 'Framed', query: 'SELECT 42 AS answer' })
    const { address } = await makeShared(adminCall, 'In a frame', query)
    const site = await startOtherSite(address)
    try {
      await page.goto(site.url)
      const frame = page.frameLocator('iframe')
      await expect(frame.getByRole('heading', { level: 1 })).toHaveText('In a frame')
      await expect(frame.getByRole('gridcell').filter({ hasText: '42' })).toBeVisible()
    } finally {
      await site.stop()
    }
  })

  test('has one column in a narrow window (DASH-64)', async ({ quietPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    await addText(adminCall, board, 'First', { col: 0, row: 0, sizeX: 3, sizeY: 3 })
    await addText(adminCall, board, 'Second', { col: 3, row: 0, sizeX: 3, sizeY: 3 })
    const address = await share(adminCall, board)
    const tops = () =>
      page.evaluate(() => [...document.querySelectorAll('[data-grid-item]')].map((item) => item.getBoundingClientRect().top))
    await page.goto(address)
    await expect(page.getByText('Second')).toBeVisible()
    await expect.poll(async () => new Set(await tops()).size).toBe(1)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect.poll(async () => new Set(await tops()).size).toBe(2)
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`is accessible without console errors in both sizes (${theme})`, async ({ quietPage: page, adminCall, workshop }) => {
      const { query, chart } = await makeFlights(workshop, 'multi-filter')
      const board = await makeBoard(adminCall, 'For the wall')
      await addText(adminCall, board, '## What this shows\nFlights of the last 30 days.', {
        col: 0,
        row: 0,
        sizeX: 2,
        sizeY: 7,
      })
      const place = { position: { col: 2, row: 0, sizeX: 4, sizeY: 7, autoHeight: false } }
      const mapping = { region: { name: 'region', type: 'dashboard-level' as const, mapTo: 'region' } }
      await adminCall(api.widgets.create, {
        body: { dashboard_id: board.id, visualization_id: chart.id, options: { ...place, parameterMappings: mapping } },
      })
      await addTable(adminCall, board, query, { col: 0, row: 7, sizeX: 6, sizeY: 8 })
      const address = await share(adminCall, board)
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.goto(address)
        await setTheme(page, theme)
        await expect(page.locator('canvas').first()).toBeVisible()
        await page.screenshot({ path: `test-results/screens/public-${width}-${theme}.png`, animations: 'disabled' })
        await expectAccessible(page)
      }
    })
  }
})
