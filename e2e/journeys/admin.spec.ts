import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { type AdminCall, expect, expectAccessible, setTheme, withoutPermissions } from '../page.ts'
import { ENDLESS, test } from '../queries.ts'
import { alterAnswer, watchPauses, watchRequests } from '../traffic.ts'
import { visualizationEditor } from '../visualization-editor.ts'

// Needs its own server because the status page covers the whole installation.
test.use({ settings: { SIGHTLINE_ORG_NAME: 'Engine room' } })

const TASKS = '**/api/admin/queries/tasks'

test('the state of the system is on one page (ADMIN-01, ADMIN-02, ADMIN-03, ADMIN-04)', async ({ adminPage: page }) => {
  await page.goto('/admin/status')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('System Status')
  const tabs = page.getByRole('navigation', { name: 'Pages about the system' }).getByRole('link')
  await expect(tabs).toHaveText(['System Status', 'Celery Status', 'Outdated Queries'])
  for (const block of ['General', 'Manager', 'Queues', 'Database Metrics', 'Workers']) {
    await expect(page.getByRole('region', { name: block, exact: true })).toBeVisible()
  }
  const manager = page.getByRole('region', { name: 'Manager' })
  for (const fact of ['Last Refresh', 'Started', 'Outdated Queries Count']) await expect(manager.getByText(fact)).toBeVisible()
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    await expectAccessible(page)
  }
})

test('only the profile menu of a super admin leads to the state of the system (SHELL-29)', async ({ adminPage: page }) => {
  const openMenu = () => page.getByRole('button', { name: /^Profile of/ }).click()
  await page.goto('/')
  await openMenu()
  await page.getByRole('menuitem', { name: 'System Status' }).click()
  await expect(page).toHaveURL('/admin/status')
  await withoutPermissions(page, 'super_admin')
  await page.reload()
  await expect(page.getByText('It seems like you don’t have permission to see this page.')).toBeVisible()
  await openMenu()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'System Status' })).toBeHidden()
})

test.describe('the page of running tasks', () => {
  /** The job of a query that runs. */
  let job = ''
  test.beforeEach(async ({ adminPage: page, adminCall, workshop }) => {
    const query = await workshop.makeQuery({ query: ENDLESS })
    const reply = await adminCall(api.executions.runQuery, { params: { id: query.id }, body: { max_age: 0 } })
    job = 'job' in reply ? reply.job.id : ''
    await alterAnswer(page, TASKS, ({ tasks }) => {
      const other = { state: 'waiting_in_queue', task_name: 'clean_up_results', task_id: 'other', queue: 'clean_up_results' }
      const late = { ...other, state: 'reserved', task_id: 'late' }
      const none = { worker: null, worker_pid: null, start_time: null, enqueue_time: 1_795_000_000 }
      // Other queues hold background jobs at unpredictable times.
      const runs = (Array.isArray(tasks) ? tasks : []).filter(({ queue }) => queue === 'queries')
      return { tasks: [...runs, { ...other, ...none }, { ...late, ...none }] }
    })
    await page.goto('/admin/queries/tasks')
  })
  const isCancelled = (call: AdminCall) =>
    expect.poll(async () => (await call(api.executions.job, { params: { job } })).job.error).toBe('Query cancelled by user.')

  test('counts them by state and by queue (ADMIN-05, ADMIN-06, ADMIN-08, OPEN-113)', async ({ adminPage: page, adminCall }) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Celery Status')
    const entry = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'System Status' })
    await expect(entry).toHaveAttribute('aria-current', 'true')
    for (const [label, count] of [
      ['Active', '1'],
      ['Reserved', '1'],
      ['Waiting', '1'],
    ] as const) {
      await expect(page.locator('dl > div').filter({ hasText: label })).toHaveText(`${label}${count}`)
    }
    const queues = page.getByRole('table', { name: 'Queues' })
    await expect(queues.getByRole('columnheader')).toHaveText(['Name', 'Active', 'Reserved', 'Waiting'])
    await expect(queues.getByRole('row', { name: /^Queries queries/ }).getByRole('cell')).toHaveText([
      'Queriesqueries',
      '1',
      '0',
      '0',
    ])
    await expect(queues.getByRole('row', { name: /^Delete unused results/ }).getByRole('cell')).toHaveText([
      'Delete unused resultsclean_up_results',
      '0',
      '1',
      '1',
    ])
    await expectAccessible(page)
    await adminCall(api.executions.cancel, { params: { job } })
    await isCancelled(adminCall)
  })

  test('lists runs of queries apart from other tasks, and cancels them (ADMIN-07, ADMIN-09, ADMIN-10, ADMIN-11, OPEN-187)', async ({
    adminPage: page,
    adminCall,
  }) => {
    await expect(page.getByRole('tab')).toHaveText(['Queues', 'Queries', 'Other Tasks'])
    await page.getByRole('tab', { name: 'Other Tasks' }).click()
    const others = page.getByRole('table', { name: 'Other Tasks' })
    await expect(others.getByRole('row').filter({ hasText: 'other' })).toContainText('waiting')
    await expect(others.getByText('redash.tasks.execute_query')).toHaveCount(0)

    await page.getByRole('tab', { name: 'Queries' }).click()
    const runs = page.getByRole('table', { name: 'Queries' })
    await expect(runs.getByRole('columnheader')).toHaveText([
      'State',
      'Query ID',
      'Data Source ID',
      'User ID',
      'Scheduled',
      'Enqueue Time',
      'Start Time',
      'Actions',
      'Queue',
      'Worker',
      'Worker PID',
      'Task Name',
      'Task ID',
      'Org ID',
    ])
    const run = runs.getByRole('row').filter({ hasText: job })
    await expect(run).toContainText('Run a queryredash.tasks.execute_query')
    await expect(run.getByRole('cell').first()).toHaveText('active')
    await expect(runs.getByRole('row')).toHaveCount(2)
    await run.getByRole('button', { name: 'Cancel' }).click()
    await isCancelled(adminCall)
  })
})

test('a list that fails to load shows an error (ADMIN-13)', async ({ adminPage: page }) => {
  await page.route(TASKS, (route) => route.fulfill({ status: 400, json: { message: 'No.' } }))
  await page.goto('/admin/queries/tasks')
  await expect(page.getByText('Failed loading status. Please refresh.')).toBeVisible()
  await expectAccessible(page)
})

test('outdated queries are listed and refreshed while auto-update is on (ADMIN-14, ADMIN-15, ADMIN-16, ADMIN-17)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const { id } = await workshop.makeQuery({ name: 'Far too old', schedule: { interval: 3600 } })
  const { results } = await adminCall(api.queries.list)
  const listed = results.find((query) => query.id === id)
  const answer = (queries: unknown[]) => ({ json: { queries, updated_at: String(Date.now() / 1000) } })
  let queries: unknown[] = []
  await page.route('**/api/admin/queries/outdated', (route) => route.fulfill(answer(queries)))
  await page.clock.install()
  await page.goto('/admin/queries/outdated')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outdated Queries')
  await expect(page.getByText('There are no outdated queries.')).toBeVisible()
  await expectAccessible(page)

  queries = [listed]
  const sent = watchRequests(page, 'GET', /\/api\/admin\/queries\/outdated$/)
  await page.clock.fastForward(61_000)
  const row = page.getByRole('table', { name: 'Outdated Queries' }).getByRole('row').nth(1)
  await expect(row).toContainText('Far too old')
  await expect(row).toContainText('Every hour')
  await expect(page.getByText(/^Last updated: /)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Results per page' })).toBeVisible()
  expect(sent).toHaveLength(1)

  await page.getByRole('switch', { name: 'Auto update' }).click()
  await page.clock.fastForward(180_000)
  expect(sent).toHaveLength(1)
  await page.getByRole('switch', { name: 'Auto update' }).click()
  await expect.poll(() => sent.length).toBe(2)
  // The next interval begins only when the page has the answer.
  const sentLater = async () => {
    if (sent.length < 3) await page.clock.fastForward(61_000)
    return sent.length
  }
  await expect.poll(sentLater).toBe(3)
})

test('all three admin pages refresh every 60 s (ADMIN-18)', async ({ adminPage: page }) => {
  const pages = [
    ['/admin/status', 'System Status', /\/status\.json$/],
    ['/admin/queries/tasks', 'Celery Status', /\/api\/admin\/queries\/tasks$/],
    ['/admin/queries/outdated', 'Outdated Queries', /\/api\/admin\/queries\/outdated$/],
  ] as const
  await page.clock.install()
  for (const [path, title, address] of pages) {
    const pauses = await watchPauses(page, address)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    for (const pause of await pauses(1)) expect(pause).toBeGreaterThanOrEqual(60_000)
  }
})

test.describe('events', () => {
  /** Records the events that the page sends, as action, type and id. */
  const watchEvents = (page: Page) => {
    const batches = watchRequests(page, 'POST', /\/api\/events$/)
    return () =>
      batches.flat().map((event) => {
        const { action, object_type, object_id } = Object(event)
        return `${action} ${object_type} ${object_id}`
      })
  }

  test('record views of queries, visualizations, dashboards and widgets (EVENT-03, WIDGET-36)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({})
    const { id } = await workshop.makeVisualization(query, 'TABLE', 'Another table', {})
    const board = await adminCall(api.dashboards.create, { body: { name: 'Recorded' } })
    const widget = await adminCall(api.widgets.create, {
      body: { dashboard_id: board.id, visualization_id: id, text: '', width: 1, options: {} },
    })
    const recorded = watchEvents(page)
    await page.goto(`/queries/${query.id}#${id}`)
    await expect.poll(() => recorded().sort()).toEqual([`view query ${query.id}`, `view visualization ${id}`])
    await page.goto(`/dashboard/${board.slug}`)
    await expect.poll(recorded).toEqual(expect.arrayContaining([`view widget ${widget.id}`, `view dashboard ${board.id}`]))
    await expect.poll(() => recorded().filter((event) => event === `view visualization ${id}`)).toHaveLength(2)
  })

  test('record that the page of a new user is opened (EVENT-05)', async ({ adminPage: page }) => {
    const recorded = watchEvents(page)
    await page.goto('/users/new')
    await expect.poll(recorded).toContain('view page users/new')
  })

  test('record that a visualization is created and changed, and disturb nobody when that fails (EVENT-04, EVENT-07)', async ({
    adminPage: page,
    workshop,
  }) => {
    await page.route('**/api/events', (route) => route.fulfill({ status: 400, json: { message: 'Not now.' } }))
    const recorded = watchEvents(page)
    await page.goto(`/queries/${(await workshop.makeRunQuery({})).id}/source`)
    await page.getByRole('button', { name: 'New Visualization' }).click()
    const editor = visualizationEditor(page)
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Visualization saved')).toBeVisible()
    await expect.poll(() => recorded().filter((event) => /^create visualization \d+$/.test(event))).toHaveLength(1)
    await page.getByRole('button', { name: 'Edit Visualization' }).click()
    await editor.getByRole('textbox', { name: 'Visualization Name' }).fill('Changed')
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => recorded().filter((event) => /^update visualization \d+$/.test(event))).toHaveLength(1)
    await expect(page.getByText('Not now.')).toBeHidden()
    await expect(page.getByRole('alert').filter({ hasText: 'wrong' })).toHaveCount(0)
  })

  test('record that a run is cancelled (EVENT-06, EXEC-23)', async ({ adminPage: page, workshop }) => {
    const { id } = await workshop.makeQuery({ query: ENDLESS })
    const recorded = watchEvents(page)
    await page.goto(`/queries/${id}/source`)
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByRole('button', { name: 'Cancel' }).first().click()
    await expect.poll(recorded).toContain(`cancel_execute query ${id}`)
  })
})

test('admins see the recorded events and the most viewed items (OPEN-181, OPEN-186)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeQuery({ name: 'Read by all' })
  const view = { action: 'view', object_type: 'query', object_id: query.id }
  await adminCall(api.events.record, { body: Array.from({ length: 40 }, () => view) })
  await page.goto('/settings/usage')
  const most = page.getByRole('region', { name: 'Most viewed queries, last 30 days' })
  await expect(most.getByRole('listitem').first()).toHaveText('Read by all40 views')
  // The server may record the creation of the query after these views.
  const latest = page.getByRole('table', { name: 'Events' }).getByRole('row').filter({ hasText: 'Viewed' }).first()
  await expect(latest.getByRole('link', { name: 'Read by all' })).toHaveAttribute('href', `/queries/${query.id}`)
  await expect(latest).toContainText('Query')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL('/settings/usage?page=2')
  await withoutPermissions(page, 'admin', 'super_admin')
  await page.goto('/settings/usage')
  await expect(page.getByText('It seems like you don’t have permission to see this page.')).toBeVisible()
})
