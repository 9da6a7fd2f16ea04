import { queries } from '@sightline/contract/queries.ts'
import { expectAccessible } from '../page.ts'
import { ENDLESS, executeButton, expect, openNewQuery, TEN_ROWS, test, writeQuery } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { alterAnswer, holdAnswer, watchRequests } from '../traffic.ts'

test('the Execute button is disabled while the query is empty (EXEC-01)', async ({ adminPage: page }) => {
  await page.goto('/queries/new')
  await expect(executeButton(page)).toBeDisabled()
  await writeQuery(page, 'SELECT 1 AS one')
  await expect(executeButton(page)).toBeEnabled()
  await writeQuery(page, '  ')
  await expect(executeButton(page)).toBeDisabled()
})

test('a disabled button explains why (EXEC-03, EXEC-04)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({})
  await alterAnswer(page, '**/api/data_sources', (body) =>
    Object.values(body).map((source) => ({ ...Object(source), view_only: true })),
  )
  await page.goto(`/queries/${query.id}/source`)
  await expect(executeButton(page)).toBeEnabled()
  await writeQuery(page, 'SELECT 1 AS one')
  const reason = page.getByRole('tooltip', { name: /^On a data source that you may only view, a query can be run only as/ })
  await expect(executeButton(page)).toHaveAttribute('aria-disabled', 'true')
  await executeButton(page).hover()
  await expect(reason).toBeVisible()
  await expectAccessible(page)
})

test('unsaved query text runs as typed (EXEC-05)', async ({ adminPage: page, workshop }) => {
  await openNewQuery(page, TEN_ROWS)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/query_results'))
  await executeButton(page).click()
  expect((await sent).postDataJSON()).toMatchObject({
    query: TEN_ROWS,
    data_source_id: workshop.sourceId,
    parameters: {},
    max_age: 0,
  })
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()

  const query = await workshop.makeQuery({})
  await page.goto(`/queries/${query.id}/source`)
  await writeQuery(page, 'SELECT 2 AS two')
  const again = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/query_results'))
  await executeButton(page).click()
  expect((await again).postDataJSON()).toMatchObject({ query: 'SELECT 2 AS two', query_id: query.id })
})

test('a saved query runs as saved, and its result becomes the latest (EXEC-06, EXEC-25)', async ({
  adminPage: page,
  workshop,
  adminCall,
}) => {
  const query = await workshop.makeQuery({})
  await page.goto(`/queries/${query.id}/source`)
  const sent = page.waitForRequest((request) => request.url().endsWith(`/api/queries/${query.id}/results`))
  await executeButton(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ parameters: {}, max_age: 0 })
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
  const { latest_query_data_id: latest } = await adminCall(queries.get, { params: { id: query.id } })
  expect(latest).not.toBeNull()
  await page.reload()
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
})

test('without server-sent events the page polls the job until its result is ready (EXEC-11)', async ({ adminPage: page }) => {
  await page.route('**/api/jobs/*/events', (route) => route.fulfill({ status: 404 }))
  // The server normally delays its first response; here it responds at once, before the run has ended.
  await page.route('**/api/query_results', (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), wait: undefined } }),
  )
  const asked = watchRequests(page, 'GET', /\/api\/jobs\/[\w-]+$/)
  await openNewQuery(page, TEN_ROWS)
  await executeButton(page).click()
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
  expect(asked.length).toBeGreaterThan(0)
})

test('a long run is cancelled once, and the next one works (EXEC-21, EXEC-22, EXEC-27, EXEC-28)', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, ENDLESS)
  await executeButton(page).click()
  const banner = page.getByRole('status').filter({ hasText: 'Executing query' })
  await expect(banner).toBeVisible()
  await expect(executeButton(page)).toBeDisabled()

  const cancelled = page.waitForRequest((request) => request.method() === 'DELETE' && /\/api\/jobs\//.test(request.url()))
  const held = await holdAnswer(page, '**/api/jobs/*')
  const cancel = banner.getByRole('button', { name: 'Cancel' })
  await cancel.click()
  await expect(cancel).toBeDisabled()
  held.release()
  await cancelled
  await expect(banner).toBeHidden()
  await expect(page.getByText(/^Cancelled after /)).toBeVisible()
  await expect(executeButton(page)).toBeEnabled()

  await writeQuery(page, TEN_ROWS)
  await executeButton(page).click()
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Cancelled after /)).toBeHidden()
})

test('a long run keeps going when the user switches between the source and data views (EXEC-18, EXEC-21, EXEC-24)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeQuery({ query: ENDLESS })
  const runs = watchRequests(page, 'POST', /\/results$/)
  await page.goto(`/queries/${query.id}/source`)
  await executeButton(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Executing query' })).toBeVisible()
  for (const way of ['Show Data Only', 'Edit Source', 'Show Data Only']) {
    await page.getByRole('button', { name: way }).click()
    await expect(page.getByRole('button', { name: way })).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: 'Executing query' })).toBeVisible()
    await expect(executeButton(page)).toBeDisabled()
  }
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Cancelled after /)).toBeVisible()
  await expect(executeButton(page)).toBeEnabled()
  expect(runs).toHaveLength(1)
})

test('the rows of a run appear on the page that resumed it (EXEC-25)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeQuery({})
  await page.goto(`/queries/${query.id}/source`)
  const answer = await holdAnswer(page, `**/api/queries/${query.id}/results`)
  await executeButton(page).click()
  await answer.isAsked
  await page.getByRole('button', { name: 'Show Data Only' }).click()
  await expect(page.getByRole('button', { name: 'Edit Source' })).toBeVisible()
  answer.release()
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
})

test('the rows of an unsaved query do not appear on the data-only page (EXEC-05)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({})
  await page.goto(`/queries/${query.id}/source`)
  await writeQuery(page, 'SELECT 7 AS seven')
  const answer = await holdAnswer(page, '**/api/query_results')
  await executeButton(page).click()
  await answer.isAsked
  await page.getByRole('button', { name: 'Show Data Only' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  const isAnswered = page.waitForResponse((reply) => reply.url().endsWith('/api/query_results'))
  answer.release()
  await isAnswered
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
  await expect(executeButton(page)).toBeEnabled()
})

test('a run keeps going when the page is reloaded, or left and reopened, and can be cancelled there (EXEC-18, EXEC-27)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeQuery({ name: 'Without an end', query: ENDLESS })
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await page.goto(`/queries/${query.id}/source`)
  const answered = page.waitForResponse((reply) => reply.url().endsWith(`/api/queries/${query.id}/results`))
  await executeButton(page).click()
  await answered
  await expect(cancel).toBeVisible()
  await page.reload()
  await expect(cancel).toBeVisible()
  await expect(executeButton(page)).toBeDisabled()
  await page.getByRole('link', { name: 'Sightline, home' }).click()
  await page.goto(`/queries/${query.id}`)
  await expect(cancel).toBeVisible()
  await cancel.click()
  await expect(page.getByText(/^Cancelled after /)).toBeVisible()
  await page.reload()
  await expect(page.getByText('No result yet.')).toBeVisible()
  await expect(executeButton(page)).toBeEnabled()
})

test('the rows of a long run are counted, and the first of them shown on one page, while it runs (EXEC-18)', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, 'SELECT a.range AS n, length(repeat(md5(a.range::VARCHAR), 300)) AS r FROM range(1000000000) a')
  await executeButton(page).click()
  await expect(page.getByText(/[\d,]+ rows so far/)).toBeVisible()
  await expect(page.getByRole('gridcell', { name: '0', exact: true })).toBeVisible()
  // There is no pager, which would show the number of loaded rows beside the true count.
  await expect(page.getByText('Showing the first 100')).toBeVisible()
  // The total is still unknown (`aria-rowcount` -1).
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '-1')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Cancelled after /)).toBeVisible()
})

test('a queued run shows its state and can be cancelled (EXEC-17)', async ({ adminPage: page }) => {
  const job = { id: '6f1dd9ea-5f51-4b2c-9c3c-3c2f4f0f0001', updated_at: 0, status: 1, error: '', error_position: null }
  const waiting = { ...job, result: null, query_result_id: null }
  await page.route('**/api/query_results', (route) => route.fulfill({ json: { job: waiting } }))
  await page.route('**/api/jobs/*/events', (route) => route.fulfill({ status: 404 }))
  await page.route('**/api/jobs/*', (route) =>
    route.fulfill({ json: route.request().method() === 'GET' ? { job: waiting } : null }),
  )
  await openNewQuery(page, TEN_ROWS)
  await executeButton(page).click()
  const banner = page.getByRole('status').filter({ hasText: 'Query in queue' })
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  const cancelled = page.waitForRequest((request) => request.method() === 'DELETE' && request.url().endsWith(job.id))
  await banner.getByRole('button', { name: 'Cancel' }).click()
  await cancelled
})

test('a result that is loading shows a status (EXEC-19)', async ({ adminPage: page }) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/query_results', async (route) => {
    // If the response lacks the first rows, the page has to load them.
    const response = await route.fetch({ postData: { ...route.request().postDataJSON(), wait: 30_000 } })
    const { job } = await response.json()
    await route.fulfill({ json: { job } })
  })
  await page.route('**/api/query_results/*/window*', async (route) => {
    await held
    await route.continue()
  })
  await openNewQuery(page, TEN_ROWS)
  await executeButton(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading results' })).toBeVisible()
  letGo()
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
})

test('a run shows the error message of the database, and the next run works (EXEC-20, EXEC-26)', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, 'SELECT nowhere FROM range(3)')
  await executeButton(page).click()
  const panel = page.getByRole('alert').filter({ hasText: 'Error running query:' })
  await expect(panel).toContainText('"nowhere" not found')
  await expectToast(page, 'failed to run')
  await expect(page.locator('.cm-error')).toHaveText('nowhere')
  await expectAccessible(page)
  await writeQuery(page, TEN_ROWS)
  await executeButton(page).click()
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
  await expect(panel).toBeHidden()
})

test('a cancel request that fails to connect is retried, and the cancelled run is no error (EXEC-21, EXEC-22, QPAGE-81)', async ({
  failingPage: page,
}) => {
  // Uses `failingPage` because the browser logs each failed request.
  await openNewQuery(page, ENDLESS)
  let sent = 0
  await page.route('**/api/jobs/*', (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    sent += 1
    return sent === 1 ? route.abort('connectionrefused') : route.fallback()
  })
  await executeButton(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Cancelled after \d\d:\d\d$/)).toBeVisible()
  expect(sent).toBe(2)
})

test('a run without a server connection says what to do (EXEC-33)', async ({ failingPage: page }) => {
  // Uses `failingPage` because the browser logs each failed request.
  await openNewQuery(page, TEN_ROWS)
  await page.route('**/api/query_results', (route) => route.abort('connectionrefused'))
  await executeButton(page).click()
  await expect(
    page.getByText('failed communicating with server. Please check your Internet connection and try again.'),
  ).toBeVisible()
  await expect(executeButton(page)).toBeEnabled()
})

test('a desktop notification reports the end of a run only while the page is hidden, and only if permitted (EXEC-35, SHELL-37)', async ({
  adminPage: page,
}) => {
  await page.addInitScript(() => {
    const shown: string[] = []
    class RecordedNotice {
      static permission = 'granted'
      onclick = null
      constructor(title: string) {
        shown.push(title)
      }
      close() {}
    }
    Object.assign(window, { Notification: RecordedNotice, shown })
  })
  const shown = () => page.evaluate(() => Reflect.get(window, 'shown'))
  const hide = (isHidden: boolean) =>
    page.evaluate((value) => Object.defineProperty(document, 'hidden', { value, configurable: true }), isHidden)
  await openNewQuery(page, TEN_ROWS)
  await executeButton(page).click()
  // An exact match, because a running query shows the rows so far.
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
  expect(await shown()).toEqual([])

  await hide(true)
  await executeButton(page).click()
  await expect.poll(shown).toEqual(['New Query updated'])
  await writeQuery(page, 'SELECT nowhere FROM range(3)')
  await executeButton(page).click()
  await expect.poll(shown).toEqual(['New Query updated', 'New Query failed to run'])

  const permit = (permission: string) =>
    page.evaluate((value) => Object.assign(window.Notification, { permission: value }), permission)
  await permit('denied')
  await writeQuery(page, 'SELECT 77 AS last')
  await executeButton(page).click()
  // Its cell is seen before the run has ended.
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
  // A wrong notification of this run would precede that of the next one.
  await permit('granted')
  await writeQuery(page, 'SELECT nowhere FROM range(4)')
  await executeButton(page).click()
  await expect.poll(shown).toEqual(['New Query updated', 'New Query failed to run', 'New Query failed to run'])
})

test('a queued run shows what it waits for (EXEC-17)', async ({ adminPage: page }) => {
  const job = { id: '6f1dd9ea-5f51-4b2c-9c3c-3c2f4f0f0002', updated_at: 0, status: 1, error: '', error_position: null }
  const waiting = { ...job, result: null, query_result_id: null }
  const held = { since: '2026-05-01T09:58:30Z', elapsed: 90_000 }
  const holder = { user: 'Ann', query: { id: 5, name: 'Orders by day' }, scheduled: false, ...held }
  const explanation = {
    waits_for: 'source',
    ahead: 2,
    source: 'Warehouse',
    slots: 2,
    holders: [holder, { ...holder, user: 'Bob' }],
    usual_runtime: 12,
    database: null,
  }
  const state = { type: 'state', job: waiting, elapsed: 4000, rows: 0, ahead: 2, explanation }
  await page.route('**/api/query_results', (route) => route.fulfill({ json: { job: waiting } }))
  // The stream ends after its first event and polling gets no response, so the queued state stays.
  await page.route('**/api/jobs/*', () => {})
  await page.route('**/api/jobs/*/events', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `event: state\ndata: ${JSON.stringify(state)}\n\n` }),
  )
  await openNewQuery(page, TEN_ROWS)
  await executeButton(page).click()
  const banner = page.getByRole('status').filter({ hasText: 'Query in queue' })
  const why = banner.getByText(/^2 ahead of you; Ann’s “Orders by day” has held one of the 2 slots of Warehouse for 1 min$/)
  await expect(why).toBeVisible()
  await expectAccessible(page)
  // The explanation is also reachable by keyboard.
  await expect(async () => {
    await banner.getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(why).toBeFocused({ timeout: 500 })
  }).toPass()
  await expect(page.getByText('Usually takes 12 s once it runs')).toBeVisible()
})
