import { queries } from '@sightline/contract/queries.ts'
import { expectAccessible } from '../page.ts'
import { ENDLESS, executeButton, expect, openNewQuery, TEN_ROWS, test, toast, watchRequests, writeQuery } from '../queries.ts'

test('EXEC-01 the Execute button waits for a text', async ({ app }) => {
  await app.goto('/queries/new')
  await expect(executeButton(app)).toBeDisabled()
  await writeQuery(app, 'SELECT 1 AS one')
  await expect(executeButton(app)).toBeEnabled()
  await writeQuery(app, '  ')
  await expect(executeButton(app)).toBeDisabled()
  await expectAccessible(app)
})

test('EXEC-05 text that is not saved is run as it stands', async ({ app, workshop }) => {
  await openNewQuery(app, TEN_ROWS)
  const sent = app.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/query_results'))
  await executeButton(app).click()
  expect((await sent).postDataJSON()).toMatchObject({
    query: TEN_ROWS,
    data_source_id: workshop.sourceId,
    parameters: {},
    max_age: 0,
  })
  await expect(app.getByText('10 rows')).toBeVisible()

  const query = await workshop.makeQuery({})
  await app.goto(`/queries/${query.id}/source`)
  await writeQuery(app, 'SELECT 2 AS two')
  const again = app.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/query_results'))
  await executeButton(app).click()
  expect((await again).postDataJSON()).toMatchObject({ query: 'SELECT 2 AS two', query_id: query.id })
})

test('EXEC-06 EXEC-25 a saved query is run as it is saved, and its result becomes its latest', async ({ app, workshop }) => {
  const query = await workshop.makeQuery({})
  await app.goto(`/queries/${query.id}/source`)
  const sent = app.waitForRequest((request) => request.url().endsWith(`/api/queries/${query.id}/results`))
  await executeButton(app).click()
  expect((await sent).postDataJSON()).toMatchObject({ parameters: {}, max_age: 0 })
  await expect(app.getByText('10 rows')).toBeVisible()
  const { latest_query_data_id: latest } = await workshop.call(queries.get, { params: { id: query.id } })
  expect(latest).not.toBeNull()
  await app.reload()
  await expect(app.getByText('10 rows')).toBeVisible()
})

test('EXEC-11 without pushed events the job is asked for until its result is there', async ({ app }) => {
  await app.route('**/api/jobs/*/events', (route) => route.fulfill({ status: 404 }))
  const asked = watchRequests(app, 'GET', /\/api\/jobs\/[\w-]+$/)
  await openNewQuery(app, 'SELECT count(*) AS n FROM range(3000000000) a')
  await executeButton(app).click()
  await expect(app.getByRole('gridcell', { name: '3,000,000,000' })).toBeVisible({ timeout: 30_000 })
  expect(asked.length).toBeGreaterThan(0)
})

test('EXEC-18 EXEC-21 EXEC-22 EXEC-23 EXEC-27 EXEC-28 a long run is shown, cancelled and followed by the next', async ({
  app,
}) => {
  await openNewQuery(app, ENDLESS)
  await executeButton(app).click()
  const banner = app.getByRole('status').filter({ hasText: 'Executing query' })
  await expect(banner).toBeVisible()
  await expect(executeButton(app)).toBeDisabled()
  await expectAccessible(app)

  const cancelled = app.waitForRequest((request) => request.method() === 'DELETE' && /\/api\/jobs\//.test(request.url()))
  const recorded = app.waitForRequest(
    (request) => request.url().endsWith('/api/events') && /"cancel_execute"/.test(request.postData() ?? ''),
  )
  // The answer is held back so that the button can be looked at.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await app.route('**/api/jobs/*', async (route) => {
    await held
    await route.continue()
  })
  const cancel = banner.getByRole('button', { name: 'Cancel' })
  await cancel.click()
  await expect(cancel).toBeDisabled()
  letGo()
  await cancelled
  await recorded
  await expect(banner).toBeHidden()
  await expect(app.getByText('Error running query:')).toBeVisible()
  await expect(executeButton(app)).toBeEnabled()

  await writeQuery(app, TEN_ROWS)
  await executeButton(app).click()
  await expect(app.getByText('10 rows')).toBeVisible()
  await expect(app.getByText('Error running query:')).toBeHidden()
})

test('the rows of a long run are counted and shown while it goes on', async ({ app }) => {
  // The first rows come at once, the rest never.
  await openNewQuery(app, 'SELECT a.range AS n FROM range(4000) a UNION ALL SELECT count(*) FROM range(9000000000000) b')
  await executeButton(app).click()
  await expect(app.getByText(/[\d,]+ rows so far/)).toBeVisible()
  await expect(app.getByRole('gridcell', { name: '0', exact: true })).toBeVisible()
  await app.getByRole('button', { name: 'Cancel' }).click()
  await expect(app.getByText('Error running query:')).toBeVisible()
})

test('EXEC-17 a run in the queue says so and can be cancelled', async ({ app }) => {
  const job = { id: '6f1dd9ea-5f51-4b2c-9c3c-3c2f4f0f0001', updated_at: 0, status: 1, error: '', error_position: null }
  const waiting = { ...job, result: null, query_result_id: null }
  await app.route('**/api/query_results', (route) => route.fulfill({ json: { job: waiting } }))
  await app.route('**/api/jobs/*/events', (route) => route.fulfill({ status: 404 }))
  await app.route('**/api/jobs/*', (route) =>
    route.fulfill({ json: route.request().method() === 'GET' ? { job: waiting } : null }),
  )
  await openNewQuery(app, TEN_ROWS)
  await executeButton(app).click()
  const banner = app.getByRole('status').filter({ hasText: 'Query in queue' })
  await expect(banner).toBeVisible()
  const cancelled = app.waitForRequest((request) => request.method() === 'DELETE' && request.url().endsWith(job.id))
  await banner.getByRole('button', { name: 'Cancel' }).click()
  await cancelled
})

test('EXEC-19 a result on its way is announced', async ({ app }) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await app.route('**/api/query_results', async (route) => {
    // Without the first rows in the answer the page has to load them.
    const response = await route.fetch({ postData: { ...route.request().postDataJSON(), wait: 30_000 } })
    const { job } = await response.json()
    await route.fulfill({ json: { job } })
  })
  await app.route('**/api/query_results/*/window*', async (route) => {
    await held
    await route.continue()
  })
  await openNewQuery(app, TEN_ROWS)
  await executeButton(app).click()
  await expect(app.getByRole('status').filter({ hasText: 'Loading results' })).toBeVisible()
  letGo()
  await expect(app.getByText('10 rows')).toBeVisible()
})

test('EXEC-20 EXEC-26 a mistake is told in the words of the database, and the next run works', async ({ app }) => {
  await openNewQuery(app, 'SELECT nowhere FROM range(3)')
  await executeButton(app).click()
  const panel = app.getByRole('alert').filter({ hasText: 'Error running query:' })
  await expect(panel).toContainText('"nowhere" not found')
  await expect(toast(app, 'failed to run')).toBeVisible()
  await expect(app.locator('.cm-error')).toHaveText('nowhere')
  await expectAccessible(app)
  await writeQuery(app, TEN_ROWS)
  await executeButton(app).click()
  await expect(app.getByText('10 rows')).toBeVisible()
  await expect(panel).toBeHidden()
})

test('EXEC-33 without the server the run says what to do', async ({ page, workshop }) => {
  // Not the quiet page: the browser itself reports each request that fails.
  await workshop.signIn(page)
  await openNewQuery(page, TEN_ROWS)
  await page.route('**/api/query_results', (route) => route.abort('connectionrefused'))
  await executeButton(page).click()
  await expect(
    page.getByText('failed communicating with server. Please check your Internet connection and try again.'),
  ).toBeVisible()
  await expect(executeButton(page)).toBeEnabled()
})
