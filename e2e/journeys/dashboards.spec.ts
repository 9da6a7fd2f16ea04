import type { Locator, Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { type AdminCall, alterSession, expectAccessible, withoutPermissions } from '../page.ts'
import { alterAnswer, expect, test, toast, watchRequests } from '../queries.ts'

/** A dashboard made for one test. */
interface Board {
  id: number
  slug: string
}

let made = 0

async function makeBoard(call: AdminCall, name = `Board ${++made}`): Promise<Board> {
  const { id, slug } = await call(api.dashboards.create, { body: { name } })
  return { id, slug }
}

interface PlaceOnBoard {
  col: number
  row: number
  sizeX: number
  sizeY: number
}

const addText = (call: AdminCall, board: Board, text: string, place: PlaceOnBoard) =>
  call(api.widgets.create, {
    body: { dashboard_id: board.id, visualization_id: null, text, options: { position: { ...place, autoHeight: false } } },
  })

const addTable = (call: AdminCall, board: Board, query: Query, place: PlaceOnBoard) =>
  call(api.widgets.create, {
    body: {
      dashboard_id: board.id,
      visualization_id: query.visualizations[0]?.id ?? 0,
      options: { position: { ...place, autoHeight: false } },
    },
  })

const open = (page: Page, { slug }: Board, search = '') => page.goto(`/dashboard/${slug}${search}`)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const widget = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const status = (page: Page, text: string) => page.getByRole('main').getByRole('status').getByText(text, { exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const stored = async (call: AdminCall, { slug }: Board): Promise<Dashboard> => call(api.dashboards.get, { params: { slug } })
const positionsOf = async (call: AdminCall, board: Board) =>
  Object.fromEntries((await stored(call, board)).widgets.map(({ id, options }) => [id, options.position]))

/** Chooses an entry of a menu that a button opens. */
async function pick(page: Page, menu: string, entry: string): Promise<void> {
  await button(page, menu).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test.describe('a new dashboard', () => {
  test('DASH-11 DASH-13 DASH-15 DASH-16 SHELL-16 is named in a dialog and opens ready to be filled', async ({
    adminPage: page,
  }) => {
    await page.goto('/')
    await button(page, 'Create').click()
    await page.getByRole('menuitem', { name: 'Dashboard' }).click()
    const creating = dialog(page, 'New Dashboard')
    const name = creating.getByLabel('Dashboard Name')
    await expect(name).toBeFocused()
    await expect(button(creating, 'Save')).toBeDisabled()
    await name.fill('   ')
    await expect(button(creating, 'Save')).toBeDisabled()
    await expectAccessible(page)
    await name.fill('  Harbour traffic ')
    await expect(button(creating, 'Save')).toBeEnabled()
    await name.press('Enter')

    await expect(page).toHaveURL('/dashboard/harbour-traffic?edit=true')
    await expect(heading(page)).toHaveText('Harbour traffic')
    await expect(page.getByText('This dashboard has no widgets yet.')).toBeVisible()
    await expect(button(page, 'Add the first widget')).toBeVisible()
    await expectAccessible(page)
  })

  test('DASH-14 is saved once, however often it is asked for', async ({ adminPage: page }) => {
    await page.goto('/dashboards')
    await button(page, 'New Dashboard').click()
    const creating = dialog(page, 'New Dashboard')
    let answer = () => {}
    const isAsked = new Promise<void>((resolve) => {
      void page.route('**/api/dashboards', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        resolve()
        await new Promise<void>((go) => {
          answer = go
        })
        await route.continue()
      })
    })
    const sent = watchRequests(page, 'POST', /\/api\/dashboards$/)
    await creating.getByLabel('Dashboard Name').fill('Once only')
    await creating.getByLabel('Dashboard Name').press('Enter')
    await isAsked
    await expect(creating.getByRole('button', { name: 'Save' })).toBeDisabled()
    await creating.getByLabel('Dashboard Name').press('Enter')
    answer()
    await expect(page).toHaveURL('/dashboard/once-only?edit=true')
    expect(sent).toEqual([{ name: 'Once only' }])
  })

  test('SHELL-25 needs create_dashboard', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'create_dashboard')
    await page.goto('/dashboards')
    await button(page, 'Create').click()
    await expect(page.getByRole('menuitem', { name: 'Query' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toBeHidden()
    await expect(button(page, 'New Dashboard')).toBeHidden()
  })
})

test.describe('the page of a dashboard', () => {
  test('DASH-17 DASH-23 DASH-25 WIDGET-04 WIDGET-07 WIDGET-21 WIDGET-33 WIDGET-36 WIDGET-37 shows its widgets, each with its result', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Squares' })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await addText(adminCall, board, '## Harbour\n\nShips **in** and out. <script>document.title = "broken"</script>', {
      col: 3,
      row: 0,
      sizeX: 3,
      sizeY: 4,
    })
    const runs = watchRequests(page, 'POST', /\/api\/queries\/\d+\/results$/)
    const viewed = page.waitForRequest(
      (request) => request.url().endsWith('/api/events') && (request.postData() ?? '').includes('"object_type":"widget"'),
    )
    await open(page, board)
    await expect(widget(page, 'Squares – Table').getByRole('gridcell', { name: '81' })).toBeVisible()
    await expect(widget(page, 'Squares – Table').getByText(/ago|just now/)).toBeVisible()
    await expect(widget(page, 'Textbox').getByRole('heading', { name: 'Harbour' })).toBeVisible()
    await expect(widget(page, 'Textbox').locator('strong')).toHaveText('in')
    await expect(page).toHaveTitle(/^Board/)
    expect(runs).toEqual([{ parameters: {}, max_age: -1, wait: expect.any(Number) }])
    expect((await viewed).postDataJSON()).toContainEqual(expect.objectContaining({ action: 'view', object_type: 'widget' }))
    await expectAccessible(page)

    await button(page, `Favorite ${await heading(page).textContent()}`).click()
    await expect.poll(async () => (await stored(adminCall, board)).is_favorite).toBe(true)
  })

  test('widgets of one query share one run, and those far below wait until they come near', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const [shared, below] = [await workshop.makeRunQuery({ name: 'Shared' }), await workshop.makeRunQuery({ name: 'Below' })]
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, shared, { col: 0, row: 0, sizeX: 3, sizeY: 40 })
    await addTable(adminCall, board, shared, { col: 3, row: 0, sizeX: 3, sizeY: 40 })
    await addTable(adminCall, board, below, { col: 0, row: 40, sizeX: 6, sizeY: 8 })
    const addresses: string[] = []
    page.on('request', (sent) => {
      if (/\/api\/queries\/\d+\/results$/.test(sent.url())) addresses.push(new URL(sent.url()).pathname)
    })
    await open(page, board)
    await expect(widget(page, 'Shared – Table').getByRole('gridcell', { name: '81' })).toHaveCount(2)
    expect(addresses).toEqual([`/api/queries/${shared.id}/results`])
    await widget(page, 'Below – Table').scrollIntoViewIfNeeded()
    await expect(widget(page, 'Below – Table').getByRole('gridcell', { name: '81' })).toBeVisible()
    expect(addresses).toEqual([`/api/queries/${shared.id}/results`, `/api/queries/${below.id}/results`])
  })

  test('WIDGET-20 WIDGET-22 WIDGET-23 a widget waits with a timer, and tells why its query failed', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ name: 'Broken', query: 'SELECT no_such_column FROM range(3)' })
    const good = await workshop.makeRunQuery({ name: 'Sound' })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await addTable(adminCall, board, good, { col: 3, row: 0, sizeX: 3, sizeY: 8 })
    let answer = () => {}
    await page.route(`**/api/queries/${query.id}/results`, async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.continue()
    })
    await open(page, board)
    await expect(widget(page, 'Broken – Table').getByRole('status', { name: 'Loading...' })).toBeVisible()
    await expect(widget(page, 'Broken – Table').getByRole('timer')).toHaveText(/^00:0\d$/)
    answer()
    await expect(widget(page, 'Broken – Table').getByRole('alert')).toContainText('Error running query:')
    await expect(widget(page, 'Broken – Table').getByRole('alert')).toContainText('no_such_column')
    await expect(widget(page, 'Sound – Table').getByRole('gridcell', { name: '81' })).toBeVisible()
    await expectAccessible(page)
  })

  test('WIDGET-05 a restricted widget says so', async ({ adminPage: page, adminCall, workshop }) => {
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

  test('WIDGET-31 WIDGET-32 WIDGET-35 a widget leads to its query, gives its result away, and grows', async ({
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
    const csv = page.getByRole('menuitem', { name: 'Download as CSV File', exact: true })
    await expect(csv).toHaveAttribute('href', new RegExp(`/api/queries/${query.id}/results/\\d+\\.csv$`))
    await page.getByRole('menuitem', { name: 'View Query' }).click()
    await expect(page).toHaveURL(new RegExp(`/queries/${query.id}#${query.visualizations[0]?.id}$`))

    await withoutPermissions(page, 'view_query')
    await open(page, board)
    await expect(frame.getByRole('gridcell', { name: '81' })).toBeVisible()
    await expect(frame.getByRole('link')).toHaveCount(0)
    await frame.hover()
    await button(frame, 'Widget menu').click()
    await expect(page.getByRole('menuitem', { name: 'Download as CSV File', exact: true })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'View Query' })).toBeHidden()
  })

  test('DASH-29 WIDGET-33 refreshes all widgets, or one', async ({ adminPage: page, adminCall, workshop }) => {
    const [one, two] = [await workshop.makeRunQuery({ name: 'One' }), await workshop.makeRunQuery({ name: 'Two' })]
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, one, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await addTable(adminCall, board, two, { col: 3, row: 0, sizeX: 3, sizeY: 8 })
    await open(page, board)
    await expect(page.getByRole('gridcell', { name: '81' })).toHaveCount(2)
    const fresh: string[] = []
    page.on('request', (sent) => {
      const id = /\/api\/queries\/(\d+)\/results$/.exec(sent.url())?.[1]
      if (id && sent.postDataJSON().max_age === 0) fresh.push(id)
    })
    await button(page, 'Refresh').click()
    await expect.poll(() => fresh.toSorted()).toEqual([String(one.id), String(two.id)].toSorted())
    await expect(page.getByRole('timer')).toHaveCount(0)
    await widget(page, 'Two – Table').hover()
    await button(widget(page, 'Two – Table'), 'Refresh widget').click()
    await expect.poll(() => fresh.length).toBe(3)
    expect(fresh[2]).toBe(String(two.id))
  })

  test('DASH-19 DASH-20 DASH-30 DASH-31 DASH-32 DASH-33 refreshes itself at the chosen rate, until it is stopped', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Ticking' })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await page.clock.install()
    await open(page, board, '?refresh=5')
    await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
    const fresh = watchRequests(page, 'POST', /\/results$/)
    await expect(button(page, 'Auto refresh: 30 seconds')).toBeVisible()
    await page.clock.fastForward(20_000)
    await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
    expect(fresh).toEqual([])
    for (const times of [1, 2]) {
      await page.clock.fastForward(times === 1 ? 11_000 : 30_000)
      await expect.poll(() => fresh.length).toBe(times)
      await expect(page.getByRole('timer')).toHaveCount(0)
    }

    await button(page, 'Auto refresh: 30 seconds').click()
    await expect(page.getByRole('menuitem')).toHaveText([
      '1 minute',
      '5 minutes',
      '10 minutes',
      '30 minutes',
      '1 hour',
      '12 hours',
      '1 day',
      'Stop auto refresh',
    ])
    await page.getByRole('menuitem', { name: '5 minutes' }).click()
    await expect(page).toHaveURL(/refresh=300/)
    await pick(page, 'Auto refresh: 5 minutes', 'Stop auto refresh')
    await expect(page).toHaveURL(new RegExp(`/dashboard/${board.slug}$`))
    const before = fresh.length
    await page.clock.fastForward(600_000)
    await expect(button(page, 'Auto refresh')).toBeVisible()
    expect(fresh.length).toBe(before)
  })

  test('DASH-21 DASH-34 is shown without the header of the product, and with it again', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    await open(page, board)
    await expect(page.getByRole('link', { name: 'Sightline, home' })).toBeVisible()
    await button(page, 'Fullscreen').click()
    await expect(page).toHaveURL(/[?&]fullscreen/)
    await expect(page.getByRole('link', { name: 'Sightline, home' })).toBeHidden()
    await expect(heading(page)).toBeVisible()
    await page.reload()
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sightline, home' })).toBeHidden()
    await expectAccessible(page)
    await button(page, 'Leave fullscreen').click()
    await expect(page).not.toHaveURL(/fullscreen/)
    await expect(page.getByRole('link', { name: 'Sightline, home' })).toBeVisible()
  })

  test('DASH-57 shows the page error of its status', async ({ adminPage: page }) => {
    await page.goto('/dashboard/no-such-dashboard')
    await expect(page.getByRole('heading')).toHaveText("It seems like the page you're looking for cannot be found.")
    await page.route('**/api/dashboards/closed', (route) => route.fulfill({ status: 403, json: { message: 'No.' } }))
    await page.goto('/dashboard/closed')
    await expect(page.getByRole('heading')).toHaveText('It seems like you don’t have permission to see this page.')
  })

  test('opens under the address that other installations give it', async ({ adminPage: page, adminCall }) => {
    const { id } = await makeBoard(adminCall, 'Numbered elsewhere')
    await page.goto(`/dashboards/${id}-whatever-name?p_a=1`)
    await expect(heading(page)).toHaveText('Numbered elsewhere')
    await expect(page).toHaveURL(`/dashboard/${id}?p_a=1`)
  })

  test('DASH-64 DASH-65 is one column on a narrow screen, where nothing can be moved', async ({
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
    await expect(first).toBeVisible()
    expect(await left(second)).toBeGreaterThan(await left(first))
    await expect(page.locator('.react-resizable-handle')).toHaveCount(2)

    await page.setViewportSize({ width: 800, height: 900 })
    await expect.poll(() => left(second)).toBe(await left(first))
    expect(await top(second)).toBeGreaterThan(await top(first))
    await expect(page.locator('.react-resizable-handle')).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
  })
})

test('DASH-56 OPEN-102 a dashboard is asked for again, once a second, while the server fails', async ({
  page,
  adminRequest,
  adminCall,
}) => {
  const board = await makeBoard(adminCall)
  await page.context().addCookies((await adminRequest.storageState()).cookies)
  let failures = 3
  const asked: number[] = []
  await page.route(`**/api/dashboards/${board.slug}`, async (route) => {
    asked.push(Date.now())
    if (failures-- > 0) await route.fulfill({ status: 503, json: { message: 'Not now.' } })
    else await route.continue()
  })
  await open(page, board)
  await expect(page.getByRole('status', { name: 'Loading...' })).toBeVisible()
  await expect(heading(page)).toBeVisible()
  const pauses = asked.slice(1).map((time, at) => time - (asked[at] ?? 0))
  expect(pauses).toHaveLength(3)
  for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(950)
})

test.describe('what its owner decides', () => {
  test('DASH-26 DASH-27 DASH-28 DASH-37 a draft is published, and taken back', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    await open(page, board)
    await expect(page.getByText('Unpublished', { exact: true })).toBeVisible()
    await button(page, 'Publish').click()
    await expect(page.getByText('Unpublished', { exact: true })).toBeHidden()
    await expect(button(page, 'Publish')).toBeHidden()
    expect((await stored(adminCall, board)).is_draft).toBe(false)
    await pick(page, 'More', 'Unpublish')
    await expect(page.getByText('Unpublished', { exact: true })).toBeVisible()
    expect((await stored(adminCall, board)).is_draft).toBe(true)
  })

  test('DASH-24 DASH-72 OPEN-103 tags are saved, and a failure says so', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    await open(page, board)
    await button(page, 'Add tag').click()
    const editing = dialog(page, 'Add/Edit Tags')
    await editing.getByLabel('Tags').fill('harbour')
    await page.keyboard.press('Enter')
    await button(editing, 'Save').click()
    await expect(page.getByText('harbour', { exact: true })).toBeVisible()
    expect((await stored(adminCall, board)).tags).toEqual(['harbour'])

    await page.route(`**/api/dashboards/${board.slug}`, (route) => route.fulfill({ status: 400, json: {} }))
    await button(page, 'Edit tags').click()
    await editing.getByLabel('Tags').fill('late')
    await page.keyboard.press('Enter')
    await button(editing, 'Save').click()
    await expect(toast(page, 'Failed saving.')).toBeVisible()
  })

  test('DASH-53 DASH-54 DASH-55 it is archived, and then has no controls to change it', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    await open(page, board)
    const removed = page.waitForRequest((sent) => sent.method() === 'DELETE')
    await pick(page, 'More', 'Archive')
    await button(dialog(page, 'Archive Dashboard'), 'Archive').click()
    expect(new URL((await removed).url()).pathname).toBe(`/api/dashboards/${board.slug}`)
    await expect(page.getByText('Archived', { exact: true })).toBeVisible()
    for (const name of ['More', 'Publish', 'Add tag']) await expect(button(page, name)).toBeHidden()
    await open(page, board, '?edit=true')
    await expect(page.getByText('Archived', { exact: true })).toBeVisible()
    await expect(button(page, 'Done Editing')).toBeHidden()
    await page.goto('/dashboards')
    await expect(page.getByRole('link', { name: 'Flight operations' })).toBeVisible()
    await expect(page.getByRole('link', { name: board.slug })).toBeHidden()
  })

  test('DASH-38 WIDGET-28 WIDGET-30 who may not edit sees no way to', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    await addText(adminCall, board, 'To read', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
    await alterAnswer(page, `**/api/dashboards/${board.slug}`, (body) => ({ ...body, can_edit: false }))
    await open(page, board, '?edit=true')
    await expect(page.getByText('To read')).toBeVisible()
    for (const name of ['More', 'Widget menu', 'Remove widget', 'Add Textbox', 'Add Widget', 'Done Editing', 'Publish'])
      await expect(button(page, name)).toBeHidden()
    await expect(button(page, 'Refresh')).toBeVisible()
  })

  test('OPEN-103 OPEN-109 a grantee edits, and leaves the rest to the owner', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    await alterSession(page, ({ user }) => {
      user.id += 1000
      user.permissions = user.permissions.filter((name) => name !== 'admin' && name !== 'super_admin')
    })
    await open(page, board)
    await button(page, 'More').click()
    await expect(page.getByRole('menuitem')).toHaveText(['Edit'])
    for (const name of ['Publish', 'Add tag']) await expect(button(page, name)).toBeHidden()
  })
})

test.describe('editing', () => {
  test('DASH-18 DASH-22 DASH-40 the name is changed in place, while editing and not otherwise', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall, 'Before')
    await open(page, board)
    await expect(heading(page).getByRole('button')).toHaveCount(0)
    await pick(page, 'More', 'Edit')
    await expect(page).toHaveURL(/edit=true/)
    await heading(page).getByRole('button').click()
    await page.getByLabel('Name of the dashboard').fill('After')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('After')
    await expect.poll(async () => (await stored(adminCall, board)).name).toBe('After')
    await button(page, 'Done Editing').click()
    await expect(page).not.toHaveURL(/edit/)
    await expect(heading(page).getByRole('button')).toHaveCount(0)
  })

  test('DASH-58 a refused change says so', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    await open(page, board)
    await expect(button(page, 'Publish')).toBeVisible()
    await page.route(`**/api/dashboards/${board.slug}`, (route) => route.fulfill({ status: 403, json: { message: 'No.' } }))
    await button(page, 'Publish').click()
    await expect(toast(page, 'Dashboard update failed')).toContainText('Permission Denied.')
  })

  test('DASH-60 a change of what somebody else has changed meanwhile is refused, and the message stays', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    await open(page, board)
    await expect(button(page, 'Publish')).toBeVisible()
    await adminCall(api.dashboards.update, { params: { slug: board.slug }, body: { name: 'Theirs' } })
    await page.clock.install()
    await button(page, 'Publish').click()
    const message = toast(page, 'It seems like the dashboard has been modified by another user.')
    await expect(message).toContainText('Please copy/backup your changes and reload this page.')
    await page.clock.runFor(60_000)
    await expect(message).toBeVisible()
    expect(await stored(adminCall, board)).toMatchObject({ name: 'Theirs', is_draft: true })
  })

  test('DASH-51 WIDGET-08 WIDGET-09 WIDGET-25 WIDGET-30 textboxes are written with a preview, and changed', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    await addText(adminCall, board, 'There already', { col: 0, row: 0, sizeX: 6, sizeY: 3 })
    await open(page, board)
    await expect(page.getByText('There already')).toBeVisible()
    await expect(button(page, 'Add Textbox')).toBeHidden()
    await open(page, board, '?edit=true')
    await button(page, 'Add Textbox').click()
    const writing = dialog(page, 'Add Textbox')
    await expect(button(writing, 'Add to Dashboard')).toBeDisabled()
    await writing.getByLabel('Text').fill('Ships <a href="javascript:alert(1)">sail</a> **in**')
    await expect(writing.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('in')
    await expect(writing.getByRole('region', { name: 'Preview' }).getByText('sail')).not.toHaveAttribute('href')
    await expectAccessible(page)
    await button(writing, 'Add to Dashboard').click()
    await expect(writing).toBeHidden()
    await expect(page.locator('[data-grid-item] strong')).toHaveText('in')
    const [, added] = (await stored(adminCall, board)).widgets
    expect(added).toMatchObject({ visualization_id: null, options: { position: { col: 0, row: 3, sizeX: 3, sizeY: 3 } } })

    await button(widget(page, 'Textbox').last(), 'Widget menu').click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await dialog(page, 'Edit Textbox').getByLabel('Text').fill('Ships *out*')
    await button(dialog(page, 'Edit Textbox'), 'Save').click()
    await expect(page.locator('[data-grid-item] em')).toHaveText('out')
  })

  test('WIDGET-10 WIDGET-11 WIDGET-25 a visualization is found by its query and added in free space', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Tide tables', query: 'SELECT 1 AS x, 2 AS y' })
    const chart = await workshop.makeVisualization(query, 'CHART', 'Tides', {
      globalSeriesType: 'column',
      columnMapping: { x: 'x', y: 'y' },
    })
    const board = await makeBoard(adminCall)
    await addText(adminCall, board, 'Left', { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await open(page, board, '?edit=true')
    await button(page, 'Add Widget').click()
    const adding = dialog(page, 'Add Widget')
    await expect(button(adding, 'Add to Dashboard')).toBeDisabled()
    await adding.getByLabel('Query', { exact: true }).fill('tide tab')
    await button(adding, 'Tide tables')
      .or(adding.getByRole('button', { name: /^Tide tables/ }))
      .first()
      .click()
    await expect(adding.getByRole('combobox', { name: 'Visualization' })).toHaveValue('Tides')
    await expect(button(adding, 'Add to Dashboard')).toBeEnabled()
    await expectAccessible(page)
    await button(adding, 'Add to Dashboard').click()
    await expect(widget(page, 'Tide tables – Tides').getByRole('img', { name: /chart/ })).toBeVisible()
    const [, added] = (await stored(adminCall, board)).widgets
    expect(added).toMatchObject({
      visualization_id: chart.id,
      options: { isHidden: false, parameterMappings: {}, position: { col: 3, row: 0, sizeX: 3, sizeY: 8, minSizeY: 5 } },
    })
  })

  test('WIDGET-26 WIDGET-27 what could not be added or changed says so', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    await addText(adminCall, board, 'As it was', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
    await open(page, board, '?edit=true')
    await page.route('**/api/widgets**', (route) => route.fulfill({ status: 400, json: { message: 'No.' } }))
    await button(page, 'Add Textbox').click()
    await dialog(page, 'Add Textbox').getByLabel('Text').fill('New')
    await button(dialog(page, 'Add Textbox'), 'Add to Dashboard').click()
    await expect(toast(page, 'Widget could not be added')).toBeVisible()
    await expect(dialog(page, 'Add Textbox').getByLabel('Text')).toHaveValue('New')
    await page.keyboard.press('Escape')
    await button(widget(page, 'Textbox'), 'Widget menu').click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await dialog(page, 'Edit Textbox').getByLabel('Text').fill('Changed')
    await button(dialog(page, 'Edit Textbox'), 'Save').click()
    await expect(toast(page, 'Widget cannot be updated')).toBeVisible()
  })

  test('WIDGET-28 a widget is removed after a question', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    const { id } = await addText(adminCall, board, 'To go', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
    await open(page, board, '?edit=true')
    await button(widget(page, 'Textbox'), 'Remove widget').click()
    await button(dialog(page, 'Remove Widget'), 'Cancel').click()
    await expect(page.getByText('To go')).toBeVisible()
    await button(widget(page, 'Textbox'), 'Remove widget').click()
    const removed = page.waitForRequest((sent) => sent.method() === 'DELETE')
    await button(dialog(page, 'Remove Widget'), 'Remove').click()
    expect(new URL((await removed).url()).pathname).toBe(`/api/widgets/${id}`)
    await expect(page.getByText('This dashboard has no widgets yet.')).toBeVisible()
    expect((await stored(adminCall, board)).widgets).toEqual([])
  })
})

test.describe('arranging', () => {
  /** Three textboxes: two side by side, one below. */
  async function arranged(call: AdminCall) {
    const board = await makeBoard(call)
    const ids: number[] = []
    for (const [text, col, row, sizeX] of [
      ['Left', 0, 0, 3],
      ['Right', 3, 0, 3],
      ['Below', 0, 4, 6],
    ] as const) {
      ids.push((await addText(call, board, text, { col, row, sizeX, sizeY: 4 })).id)
    }
    const [left = 0, right = 0, below = 0] = ids
    return { board, left, right, below }
  }
  const item = (page: Page, id: number) => page.locator(`[data-grid-item="${id}"]`)
  const savesOf = (page: Page) => {
    const saves: { id: number; position: NonNullable<ShownWidget['options']['position']> }[] = []
    page.on('request', (sent) => {
      const id = /\/api\/widgets\/(\d+)$/.exec(sent.url())?.[1]
      if (id) saves.push({ id: Number(id), position: sent.postDataJSON().options.position })
    })
    return saves
  }

  test('DASH-41 DASH-42 DASH-47 DASH-49 WIDGET-38 keys move and resize a widget; what has moved is saved after a while', async ({
    adminPage: page,
    adminCall,
  }) => {
    const { board, left, right, below } = await arranged(adminCall)
    const saves = savesOf(page)
    await open(page, board, '?edit=true')
    await expect(page.getByText('Below')).toBeVisible()
    await expect(status(page, 'Saved')).toBeVisible()
    await expectAccessible(page)
    await item(page, below).focus()
    await page.keyboard.press('ArrowUp')
    await expect(status(page, 'Saving')).toBeVisible()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByRole('status').filter({ hasText: 'Column 1, row 1, 5 wide, 5 high.' })).toBeAttached()
    expect(saves).toEqual([])
    await expect(status(page, 'Saved')).toBeVisible()
    expect(saves.find(({ id }) => id === below)?.position).toMatchObject({ col: 0, row: 0, sizeX: 5, sizeY: 5 })
    expect(await positionsOf(adminCall, board)).toMatchObject({
      [below]: { col: 0, row: 0, sizeX: 5, sizeY: 5 },
      [left]: { col: 0, row: 5 },
      [right]: { col: 3, row: 5 },
    })
    // One that has not moved is not saved.
    saves.length = 0
    await item(page, right).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(status(page, 'Saving')).toBeVisible()
    await expect(status(page, 'Saved')).toBeVisible()
    expect(saves.map(({ id }) => id)).toEqual([right])
  })

  test('WIDGET-38 WIDGET-39 the mouse moves and resizes, while editing and not otherwise', async ({
    adminPage: page,
    adminCall,
  }) => {
    const { board, left, right } = await arranged(adminCall)
    const drag = async (from: Locator, at: { x: number; y: number }, dx: number, dy: number) => {
      const box = await from.boundingBox()
      if (!box) throw new Error('It is not there.')
      await page.mouse.move(box.x + at.x, box.y + at.y)
      await page.mouse.down()
      await page.mouse.move(box.x + at.x + dx / 2, box.y + at.y + dy / 2, { steps: 4 })
      await page.mouse.move(box.x + at.x + dx, box.y + at.y + dy, { steps: 4 })
      await page.mouse.up()
    }
    await open(page, board)
    await expect(page.getByText('Left')).toBeVisible()
    await drag(item(page, left), { x: 200, y: 100 }, 700, 0)
    await open(page, board, '?edit=true')
    await expect(page.getByText('Left')).toBeVisible()
    expect(await positionsOf(adminCall, board)).toMatchObject({ [left]: { col: 0, row: 0 }, [right]: { col: 3, row: 0 } })

    await drag(item(page, left), { x: 200, y: 100 }, 700, 5)
    await expect(status(page, 'Saved')).toBeVisible()
    await expect.poll(async () => (await positionsOf(adminCall, board))[left]).toMatchObject({ col: 3, row: 0, sizeX: 3 })

    await drag(item(page, left).locator('.react-resizable-handle'), { x: 12, y: 12 }, -230, 100)
    await expect
      .poll(async () => (await positionsOf(adminCall, board))[left])
      .toMatchObject({ col: 3, row: 0, sizeX: 2, sizeY: 6 })
  })

  test('DASH-43 DASH-44 DASH-45 a save that failed says so and is tried again', async ({ adminPage: page, adminCall }) => {
    const { board, right } = await arranged(adminCall)
    await open(page, board, '?edit=true')
    await expect(page.getByText('Right')).toBeVisible()
    await page.route('**/api/widgets/*', (route) => route.fulfill({ status: 400, json: { message: 'No.' } }))
    await item(page, right).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(status(page, 'Saving Failed')).toBeVisible()
    await expect(toast(page, 'Error saving changes.')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Done Editing').click()
    await expect(page).toHaveURL(/edit=true/)
    await page.unroute('**/api/widgets/*')
    await button(page, 'Retry').click()
    await expect(status(page, 'Saved')).toBeVisible()
    expect((await positionsOf(adminCall, board))[right]).toMatchObject({ sizeX: 2 })
  })

  test('DASH-40 DASH-46 Done Editing saves at once and waits for it', async ({ adminPage: page, adminCall }) => {
    const { board, right } = await arranged(adminCall)
    await open(page, board, '?edit=true')
    await expect(page.getByText('Right')).toBeVisible()
    let answer = () => {}
    const isAsked = new Promise<void>((resolve) => {
      void page.route('**/api/widgets/*', async (route) => {
        resolve()
        await new Promise<void>((go) => {
          answer = go
        })
        await route.continue()
      })
    })
    await item(page, right).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await button(page, 'Done Editing').click()
    await isAsked
    await expect(status(page, 'Saving')).toBeVisible()
    await expect(page).toHaveURL(/edit=true/)
    answer()
    await expect(page).not.toHaveURL(/edit/)
    expect((await positionsOf(adminCall, board))[right]).toMatchObject({ sizeX: 2 })
  })

  test('WIDGET-19 a table is as high as its rows until somebody sets its height', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Short', query: 'SELECT i AS n FROM range(3) t(i)' })
    const board = await makeBoard(adminCall)
    const options = { position: { col: 0, row: 0, sizeX: 3, sizeY: 14, autoHeight: true } }
    const visualization_id = query.visualizations[0]?.id ?? 0
    const { id } = await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id, options } })
    await open(page, board, '?edit=true')
    // Head of the widget, head of the table and three rows: 38 + 30 + 3 × 28 pixels, in rows of 50.
    await expect.poll(async () => (await item(page, id).boundingBox())?.height).toBe(185)
    await item(page, id).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(status(page, 'Saved')).toBeVisible()
    await expect.poll(async () => (await positionsOf(adminCall, board))[id]).toMatchObject({ sizeY: 5, autoHeight: false })
  })
})

test.describe('from a query', () => {
  test('DL-14 DL-15 DL-16 a visualization is added to a dashboard that is found by its name', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Added from afar' })
    const board = await makeBoard(adminCall, 'Faraway board')
    const searches: string[] = []
    page.on('request', (sent) => {
      const { pathname, searchParams } = new URL(sent.url())
      if (pathname === '/api/dashboards' && searchParams.has('q')) searches.push(searchParams.get('q') ?? '')
    })
    await page.goto(`/queries/${query.id}/source`)
    await button(page, 'Add to Dashboard').click()
    const adding = dialog(page, 'Add to Dashboard')
    const search = adding.getByRole('textbox')
    await search.fill('fa')
    await expect(adding.getByText('Search starts at 3 characters.')).toBeVisible()
    await search.fill('far')
    await adding.getByRole('button', { name: /^Faraway board/ }).click()
    expect(searches).toEqual(['far'])
    await expectAccessible(page)

    await page.route('**/api/widgets', (route) => route.fulfill({ status: 403, json: { message: 'No.' } }))
    await button(adding, 'Add to Dashboard').click()
    await expect(toast(page, 'Widget not added.')).toBeVisible()
    await page.unroute('**/api/widgets')
    await button(adding, 'Add to Dashboard').click()
    await expect(toast(page, 'Widget added to dashboard.')).toBeVisible()
    await expect(adding).toBeHidden()
    expect((await stored(adminCall, board)).widgets).toMatchObject([{ visualization: { query: { name: 'Added from afar' } } }])
  })
})
