import type { Locator } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { addTable, addText, button, dialog, heading, makeBoard, open, stored, widget } from '../boards.ts'
import { expectAccessible, runUntilVisible, withoutPermissions } from '../page.ts'
import { expect, test } from '../queries.ts'
import { alterAnswer, holdAnswer, watchPauses, watchRequests } from '../traffic.ts'

test.describe('the dashboard page', () => {
  test('shows its widgets, each with its result and its age (DASH-17, WIDGET-04, WIDGET-21, WIDGET-33)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Squares' })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await addText(adminCall, board, 'Harbour', { col: 3, row: 0, sizeX: 3, sizeY: 4 })
    const asked = watchRequests(page, 'GET', /\/first_results$/)
    await open(page, board)
    await expect(widget(page, 'Squares – Table').getByRole('gridcell', { name: '81' })).toBeVisible()
    await expect(widget(page, 'Squares – Table').getByText(/ago|just now/)).toBeVisible()
    await expect(widget(page, 'Textbox')).toHaveText('Harbour')
    expect(asked).toHaveLength(1)
    await expectAccessible(page)
  })

  test('abbreviates the age of a narrow widget, and leaves it to screen readers in a narrower one (WIDGET-33)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Narrow' })
    const { id } = await workshop.makeVisualization(query, 'COUNTER', 'Counter', { counterColName: 'n' })
    const board = await makeBoard(adminCall)
    const position = { col: 0, row: 0, sizeX: 1, sizeY: 4, autoHeight: false }
    await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: id, options: { position } } })
    await open(page, board)
    const age = widget(page, 'Narrow – Counter')
      .locator('time', { hasText: /ago|just now/ })
      .first()
    const short = widget(page, 'Narrow – Counter').locator('[aria-hidden] > time')
    const clipped = ['clip-path', 'inset(50%)'] as const
    await expect(short).toBeVisible()
    await expect(age.locator('xpath=..')).toHaveCSS(...clipped)
    await expect(short.locator('xpath=../..')).not.toHaveCSS(...clipped)
    await page.setViewportSize({ width: 1000, height: 900 })
    await expect(short.locator('xpath=../..')).toHaveCSS(...clipped)
    await expect(widget(page, 'Narrow – Counter')).toMatchAriaSnapshot('- time: /ago|just now/')
  })

  test('shows text boxes as markdown, whose scripts do not run, and names them after it (WIDGET-07, OPEN-451)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    const text = '## Harbour\n\nShips **in** and out. <script>document.title = "broken"</script>'
    await addText(adminCall, board, text, { col: 3, row: 0, sizeX: 3, sizeY: 4 })
    await open(page, board)
    await expect(widget(page, 'Textbox: Harbour').getByRole('heading', { name: 'Harbour' })).toBeVisible()
    await expect(widget(page, 'Textbox').locator('strong')).toHaveText('in')
    await expect(page).toHaveTitle(/^Board/)
  })

  test('shows who owns it, and becomes a favorite by its star (DASH-23, DASH-25)', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    await open(page, board)
    await expect(page.getByRole('main').getByTitle('mara', { exact: true })).toBeVisible()
    await button(page, `Favorite ${await heading(page).textContent()}`).click()
    await expect.poll(async () => (await stored(adminCall, board)).is_favorite).toBe(true)
  })

  test('shares one result among widgets of one query, runs queries without a result, and delays widgets far below (WIDGET-37)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const [shared, below] = [
      await workshop.makeRunQuery({ name: 'Shared' }),
      await workshop.makeQuery({ name: 'Below', query: 'SELECT 9 * 9 AS square' }),
    ]
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, shared, { col: 0, row: 0, sizeX: 3, sizeY: 40 })
    await addTable(adminCall, board, shared, { col: 3, row: 0, sizeX: 3, sizeY: 40 })
    await addTable(adminCall, board, below, { col: 0, row: 40, sizeX: 6, sizeY: 8 })
    const asked = watchRequests(page, 'POST', /\/api\/query_results\/stored$/)
    const runs = watchRequests(page, 'POST', new RegExp(`/api/queries/${below.id}/results$`))
    const others = watchRequests(page, 'POST', new RegExp(`/api/queries/${shared.id}/results$`))
    await open(page, board)
    await expect(widget(page, 'Shared – Table').getByRole('gridcell', { name: '81' })).toHaveCount(2)
    // Results sent with the page are not requested again.
    expect(asked).toEqual([])
    expect(runs).toEqual([])
    await widget(page, 'Below – Table').scrollIntoViewIfNeeded()
    await expect(widget(page, 'Below – Table').getByRole('gridcell', { name: '81' })).toBeVisible()
    expect(asked).toEqual([{ runs: [{ query_id: below.id, parameters: {} }] }])
    expect(runs).toEqual([{ parameters: {}, max_age: -1, wait: expect.any(Number) }])
    expect(others).toEqual([])
  })

  test('shows a timer while a widget runs and the error if its query fails (WIDGET-20, WIDGET-22, WIDGET-23)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ name: 'Broken', query: 'SELECT no_such_column FROM range(3)' })
    const good = await workshop.makeRunQuery({ name: 'Sound' })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await addTable(adminCall, board, good, { col: 3, row: 0, sizeX: 3, sizeY: 8 })
    const held = await holdAnswer(page, `**/api/queries/${query.id}/results`)
    await open(page, board)
    await expect(widget(page, 'Broken – Table').getByRole('status', { name: 'Loading...' })).toBeVisible()
    await expect(widget(page, 'Broken – Table').getByRole('timer')).toHaveText(/^00:\d\d$/)
    await held.isAsked
    held.release()
    await expect(widget(page, 'Broken – Table').getByRole('alert')).toContainText('Error running query:')
    await expect(widget(page, 'Broken – Table').getByRole('alert')).toContainText('no_such_column')
    await expect(widget(page, 'Sound – Table').getByRole('gridcell', { name: '81' })).toBeVisible()
    await expectAccessible(page)
  })

  test('shows each widget in the outline of its visualization while it loads (OPEN-200)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ name: 'Late', query: 'SELECT 81 AS late_value' })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 2, sizeY: 8 })
    for (const [type, col] of [
      ['CHART', 2],
      ['COUNTER', 4],
    ] as const) {
      const { id } = await workshop.makeVisualization(query, type, type, { counterColName: 'late_value' })
      const position = { col, row: 0, sizeX: 2, sizeY: 8, autoHeight: false }
      await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: id, options: { position } } })
    }
    const held = await holdAnswer(page, `**/api/queries/${query.id}/results`)
    await open(page, board)
    const outline = (name: string) => widget(page, `Late – ${name}`).getByRole('status', { name: 'Loading...' }).locator('span')
    await expect(outline('Table').first()).toBeVisible()
    // The cells of forty rows, ten bars, a number with its label.
    await expect(outline('Table')).toHaveCount(120)
    await expect(outline('CHART')).toHaveCount(10)
    await expect(outline('COUNTER')).toHaveCount(2)
    await expect(widget(page, 'Late – COUNTER').getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expectAccessible(page)
    await held.isAsked
    held.release()
    await expect(widget(page, 'Late – Table').getByRole('gridcell', { name: '81' })).toBeVisible()
    await expect(outline('Table')).toHaveCount(0)
  })

  test('shows a message in a widget the user may not see (WIDGET-04, WIDGET-05)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const board = await makeBoard(adminCall)
    const query = await workshop.makeRunQuery({})
    await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 3, sizeY: 4 })
    await alterAnswer(page, `**/api/dashboards/${board.slug}`, (body) => {
      const widgets = Array.isArray(body.widgets) ? body.widgets : []
      return {
        ...body,
        widgets: widgets.map(({ id, width, options, dashboard_id, updated_at, created_at }) => ({
          ...{ id, width, options, dashboard_id, updated_at, created_at },
          restricted: true,
        })),
      }
    })
    await open(page, board)
    await expect(
      page.getByText("This widget requires access to a data source you don't have access to.", { exact: true }),
    ).toBeVisible()
    await expectAccessible(page)
  })

  test('offers a link to the query, downloads and an enlarged view on a widget (WIDGET-31, WIDGET-32, WIDGET-35, WIDGET-50)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Growing' })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await open(page, board)
    const frame = widget(page, 'Growing – Table')
    await expect(frame.getByRole('gridcell', { name: '81' })).toBeVisible()
    await frame.hover()
    await button(frame, 'Enlarge widget').click()
    await expect(dialog(page, 'Growing – Table').getByRole('gridcell', { name: '81' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await frame.hover()
    await button(frame, 'Widget menu').click()
    await expect(page.getByRole('menuitem', { name: 'Remove from Dashboard' })).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Download' }).press('ArrowRight')
    const csv = page.getByRole('menuitem', { name: 'CSV File', exact: true })
    await expect(csv).toHaveAttribute(
      'href',
      new RegExp(`/api/queries/${query.id}/results/\\d+\\.csv\\?values=exact&time_zone=UTC$`),
    )
    await page.getByRole('menuitem', { name: 'View Query' }).click()
    await expect(page).toHaveURL(new RegExp(`/queries/${query.id}#${query.visualizations[0]?.id}$`))

    await withoutPermissions(page, 'view_query')
    await open(page, board)
    await expect(frame.getByRole('gridcell', { name: '81' })).toBeVisible()
    await expect(frame.getByRole('link')).toHaveCount(0)
    await frame.hover()
    await button(frame, 'Widget menu').click()
    await expect(page.getByRole('menuitem', { name: 'Download' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'View Query' })).toBeHidden()
  })

  test('hides the product header in full screen with all controls that change the dashboard, and shows them again afterwards (DASH-21, DASH-34, DASH-74, DASH-76)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    await open(page, board)
    await expect(page.getByRole('link', { name: 'Sightline, home' })).toBeVisible()
    const controls = ['Edit', 'Share', 'Publish', 'Subscribe', 'More', 'Add tag'].map((name) => button(page, name))
    for (const control of controls) await expect(control).toBeVisible()
    await expect(button(page, 'Edit')).toHaveText('Edit')
    await expect(button(page, 'Share')).toHaveText('Share')
    await button(page, 'Fullscreen').click()
    await expect(page).toHaveURL(/[?&]fullscreen/)
    for (const control of controls) await expect(control).toBeHidden()
    await expect(page.getByRole('link', { name: 'Sightline, home' })).toBeHidden()
    await expect(heading(page)).toBeVisible()
    await page.reload()
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sightline, home' })).toBeHidden()
    await expectAccessible(page)
    await button(page, 'Exit Fullscreen').click()
    await expect(page).not.toHaveURL(/fullscreen/)
    await expect(page.getByRole('link', { name: 'Sightline, home' })).toBeVisible()
  })

  test('is as high as the screen in full screen, with larger type (DASH-79)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, await workshop.makeRunQuery({}), { col: 0, row: 0, sizeX: 6, sizeY: 11 })
    await open(page, board, '?fullscreen')
    const view = page.locator('main > *').first()
    const zoom = () => view.evaluate((element) => Number(getComputedStyle(element).zoom))
    await expect.poll(zoom).toBeGreaterThan(1.2)
    await expect.poll(async () => (await view.boundingBox())?.height).toBeGreaterThan(850)
    expect((await view.boundingBox())?.height).toBeLessThanOrEqual(905)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(zoom).toBe(1)
  })

  test('shows the page error of the response status (DASH-57)', async ({ adminPage: page }) => {
    await page.goto('/dashboard/no-such-dashboard')
    await expect(page.getByRole('heading')).toHaveText("It seems like the page you're looking for cannot be found.")
    await page.route('**/api/dashboards/closed', (route) => route.fulfill({ status: 403, json: { message: 'No.' } }))
    await page.goto('/dashboard/closed')
    await expect(page.getByRole('heading')).toHaveText('It seems like you don’t have permission to see this page.')
  })

  test('opens under the URLs that other installations use', async ({ adminPage: page, adminCall }) => {
    const { id } = await makeBoard(adminCall, 'Numbered elsewhere')
    await page.goto(`/dashboards/${id}-whatever-name?p_a=1`)
    await expect(heading(page)).toHaveText('Numbered elsewhere')
    await expect(page).toHaveURL(`/dashboard/${id}?p_a=1`)
  })

  test('is one column on a narrow screen, where nothing can be moved (DASH-64, DASH-65)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    await addText(adminCall, board, 'Second', { col: 3, row: 0, sizeX: 3, sizeY: 4 })
    await addText(adminCall, board, 'First', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
    await page.setViewportSize({ width: 801, height: 900 })
    await open(page, board, '?edit=true')
    const [first, second] = [page.getByText('First'), page.getByText('Second')]
    const left = async (text: Locator) => Math.round((await text.boundingBox())?.x ?? 0)
    const top = async (text: Locator) => Math.round((await text.boundingBox())?.y ?? 0)
    await expect(second).toBeVisible()
    await expect(async () => expect(await left(second)).toBeGreaterThan(await left(first))).toPass()
    await expect(page.locator('.react-resizable-handle')).toHaveCount(2)

    await page.setViewportSize({ width: 800, height: 900 })
    await expect(async () => {
      expect(await left(second)).toBe(await left(first))
      expect(await top(second)).toBeGreaterThan(await top(first))
    }).toPass()
    await expect(page.locator('.react-resizable-handle')).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
  })
})

test('is requested again once a second while the server fails (DASH-56, OPEN-102)', async ({
  failingPage: page,
  adminCall,
}) => {
  const board = await makeBoard(adminCall)
  let failures = 0
  await page.route(`**/api/dashboards/${board.slug}`, (route) =>
    failures++ < 3 ? route.fulfill({ status: 503, json: { message: 'Not now.' } }) : route.continue(),
  )
  await page.clock.install()
  const pausesOf = await watchPauses(page, new RegExp(`/api/dashboards/${board.slug}$`))
  await open(page, board)
  const pauses = await pausesOf(3)
  expect(pauses).toHaveLength(3)
  for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(1000)
  await runUntilVisible(page, heading(page))
})
