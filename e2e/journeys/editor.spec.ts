import type { Page } from '@playwright/test'
import { dataSources } from '@sightline/contract/data-sources.ts'
import { queries } from '@sightline/contract/queries.ts'
import { expectAccessible, withoutPermissions } from '../page.ts'
import { test as base, editorOf, executeButton, expect, openNewQuery, TEN_ROWS, toast, writeQuery } from '../queries.ts'
import { alterAnswer, watchRequests } from '../traffic.ts'

const OTHER_NAME = 'Scratch pad'

/** With a second data source, an empty database in memory. */
const test = base.extend<object, { otherSourceId: number }>({
  otherSourceId: [
    async ({ adminCall }, use) => {
      const body = { name: OTHER_NAME, type: 'duckdb', options: { dbpath: ':memory:' } }
      const { id } = await adminCall(dataSources.create, { body })
      await use(id)
      await adminCall(dataSources.remove, { params: { id } })
    },
    { scope: 'worker' },
  ],
})

const picker = (page: Page) => page.getByRole('button', { name: /^Data source:/ })
const tree = (page: Page) => page.getByRole('tree', { name: 'Tables' })

async function pick(page: Page, source: string): Promise<void> {
  await picker(page).click()
  await page.getByRole('option', { name: source }).click()
}

test('EDIT-01 EDIT-09 EDIT-11 source mode shows the data source, and its tables to search and open', async ({
  adminPage: page,
}) => {
  await page.goto('/queries/new')
  await expect(picker(page)).toHaveText('Sample data')
  await expect(page.getByRole('button', { name: 'Refresh schema' })).toBeEnabled()
  const flights = tree(page).getByRole('treeitem', { name: /^flights/ })
  await flights.click()
  await expect(tree(page).getByRole('treeitem', { name: /^delay_min/ })).toBeVisible()
  await expectAccessible(page)
  await flights.click()
  await expect(tree(page).getByRole('treeitem', { name: /^delay_min/ })).toBeHidden()

  // A column name finds its table.
  await page.getByRole('textbox', { name: 'Search schema' }).fill('iata')
  await expect(flights).toBeHidden()
  await expect(tree(page).getByRole('treeitem', { name: /^airports/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Search schema' }).fill('light')
  await expect(flights).toBeVisible()
  await expect(tree(page).getByRole('treeitem', { name: /^airports/ })).toBeHidden()
})

test('EDIT-01 Enter takes the data source that stands out, whatever was searched before', async ({
  adminPage: page,
  otherSourceId: _,
}) => {
  await page.goto('/queries/new')
  await picker(page).click()
  const search = page.getByRole('textbox', { name: 'Search data sources' })
  const standsOut = page.locator('[role=option][data-combobox-selected]')
  // The last of the list comes first among what is found, and goes back to its place.
  await search.fill(OTHER_NAME)
  await expect(standsOut).toHaveText(OTHER_NAME)
  await search.fill('a')
  const first = page.getByRole('option').first()
  await expect(first).not.toHaveText(OTHER_NAME)
  const name = (await first.textContent()) ?? ''
  await expect(standsOut).toHaveText(name)
  await search.press('Enter')
  await expect(picker(page)).toHaveText(name)
})

test('EDIT-03 the data source chosen last is chosen for the next new query', async ({ adminPage: page, otherSourceId: _ }) => {
  await page.goto('/queries/new')
  await pick(page, OTHER_NAME)
  await expect(picker(page)).toHaveText(OTHER_NAME)
  await page.goto('/queries')
  await page.goto('/queries/new')
  await expect(picker(page)).toHaveText(OTHER_NAME)
})

test('EDIT-04 another data source is chosen by the owner or an admin only', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeQuery({})
  await page.goto(`/queries/${query.id}/source`)
  await expect(picker(page)).toBeEnabled()
  await withoutPermissions(page, 'admin')
  await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({
    ...body,
    user: { ...query.user, id: 999 },
    can_edit: true,
  }))
  await page.reload()
  await expect(picker(page)).toBeDisabled()
})

test('EDIT-05 EDIT-06 EDIT-07 EDIT-08 another data source saves the query, asks its schema and runs anew', async ({
  adminPage: page,
  adminCall,
  workshop,
  otherSourceId,
}) => {
  const query = await workshop.makeRunQuery({})
  await page.goto(`/queries/${query.id}/source`)
  await expect(page.getByText('10 rows')).toBeVisible()

  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/api\/(query_results|queries\/\d+\/results)$/, async (route) => {
    await held
    await route.continue()
  })
  const saved = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith(`/api/queries/${query.id}`))
  const schema = page.waitForRequest((sent) => sent.url().includes(`/api/data_sources/${otherSourceId}/schema`))
  const run = page.waitForRequest((sent) => sent.method() === 'POST' && /\/results$|\/query_results$/.test(sent.url()))
  await pick(page, OTHER_NAME)
  expect((await saved).postDataJSON()).toMatchObject({ data_source_id: otherSourceId })
  await schema
  await run
  await expect(page.getByText('10 rows')).toBeHidden()
  letGo()
  await expect(page.getByText('10 rows')).toBeVisible()
  await expect.poll(async () => (await adminCall(queries.get, { params: { id: query.id } })).data_source_id).toBe(otherSourceId)
})

test('EDIT-12 EDIT-13 an empty schema cannot be searched, but refreshed', async ({ adminPage: page, otherSourceId }) => {
  await page.goto('/queries/new')
  await pick(page, OTHER_NAME)
  await expect(page.getByText('No tables.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Search schema' })).toBeDisabled()
  const sent = page.waitForRequest((request) => request.url().includes(`/${otherSourceId}/schema?`))
  await page.getByRole('button', { name: 'Refresh schema' }).click()
  expect(new URL((await sent).url()).searchParams.get('refresh')).toBe('true')
})

test('EDIT-14 a source without a schema shows none', async ({ adminPage: page }) => {
  await alterAnswer(page, '**/schema', () => ({ error: { code: 1, message: 'Not supported' } }))
  const answered = page.waitForResponse('**/schema')
  await page.goto('/queries/new')
  await expect(picker(page)).toBeVisible()
  await (await answered).finished()
  await expect(page.getByRole('button', { name: 'Refresh schema' })).toBeHidden()
  await expect(tree(page)).toBeHidden()
})

test('EDIT-15 a schema that cannot be read says so', async ({ adminPage: page }) => {
  await alterAnswer(page, '**/schema', () => ({ error: { code: 2, message: 'No such host' } }))
  await page.goto('/queries/new')
  await expect(page.getByText('Schema refresh failed.')).toBeVisible()
  await expect(page.getByText('Please try again later.')).toBeVisible()
  await expectAccessible(page)
})

test('EDIT-13 EDIT-15 what is known of a schema stays where it cannot be read anew', async ({ adminPage: page }) => {
  await page.goto('/queries/new')
  const tables = tree(page).getByRole('treeitem')
  await expect(tables.first()).toBeVisible()
  const answers = [{ error: { code: 2, message: 'No such host' } }, null]
  const fresh = /\/schema\?refresh=true$/
  await page.route(fresh, (route) => {
    const json = answers.shift()
    return json ? route.fulfill({ json }) : route.fulfill({ status: 400, json: { message: 'Not now.' } })
  })
  const refresh = page.getByRole('button', { name: 'Refresh schema' })
  for (const left of [1, 0]) {
    await refresh.click()
    await expect(page.getByText('Schema refresh failed.')).toBeVisible()
    await expect.poll(() => answers.length).toBe(left)
    await expect(refresh).toBeEnabled()
    await expect(tables.first()).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Search schema' })).toBeEnabled()
  }
  await page.unroute(fresh)
  await refresh.click()
  await expect(page.getByText('Schema refresh failed.')).toBeHidden()
})

test('EDIT-18 mod+s saves', async ({ adminPage: page, adminCall, workshop }) => {
  const query = await workshop.makeQuery({})
  await page.goto(`/queries/${query.id}/source`)
  await writeQuery(page, 'SELECT 3 AS three')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Query saved')).toBeVisible()
  expect((await adminCall(queries.get, { params: { id: query.id } })).query).toBe('SELECT 3 AS three')
})

test('EDIT-19 mod+enter and alt+enter execute', async ({ adminPage: page }) => {
  await openNewQuery(page, TEN_ROWS)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('10 rows')).toBeVisible()
  await writeQuery(page, 'SELECT 1 AS one')
  await page.keyboard.press('Alt+Enter')
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
})

test('EDIT-21 EDIT-22 EDIT-24 mod+shift+f lays the text out', async ({ adminPage: page }) => {
  await openNewQuery(page, 'select origin, count(*) from flights group by origin')
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/queries/format'))
  await page.keyboard.press('ControlOrMeta+Shift+F')
  expect((await sent).postDataJSON()).toEqual({
    query: 'select origin, count(*) from flights group by origin',
    dialect: 'duckdb',
  })
  await expect(page.locator('.cm-line').first()).toHaveText('SELECT')
  await expect(editorOf(page)).toContainText('GROUP BY')
  await writeQuery(page, ' ')
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await expect(toast(page, "Can't execute empty query.")).toBeVisible()
})

test('EDIT-25 a text that is neither SQL nor JSON is not laid out', async ({ adminPage: page }) => {
  await page.route('**/api/data_sources', async (route) => {
    const response = await route.fetch()
    const sources: object[] = await response.json()
    await route.fulfill({ response, json: sources.map((source) => ({ ...source, syntax: 'yaml' })) })
  })
  await openNewQuery(page, 'url: /')
  const asked = watchRequests(page, 'POST', /\/api\/queries\/format/)
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await expect(toast(page, 'Query formatting is not supported for your data source syntax.')).toBeVisible()
  expect(asked).toEqual([])
})

test('EDIT-26 suggestions while typing can be switched off, for good', async ({ adminPage: page }) => {
  await page.clock.install()
  await openNewQuery(page, 'SELECT * FROM ')
  const toggle = page.getByRole('button', { name: 'Live autocomplete' })
  const suggestions = page.locator('.cm-tooltip-autocomplete')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(tree(page)).toBeVisible()
  await page.keyboard.type('fli')
  await expect(suggestions.getByRole('option', { name: 'flights' })).toBeVisible()
  await page.keyboard.press('Escape')

  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await writeQuery(page, 'SELECT * FROM ')
  await page.keyboard.type('air')
  await expect(editorOf(page)).toContainText('FROM air')
  // Longer than it takes suggestions to come by themselves.
  await page.clock.runFor(1000)
  await expect(suggestions).toBeHidden()
  // They still come when asked for.
  await page.keyboard.press('Control+Space')
  await expect(suggestions.getByRole('option', { name: 'airports' })).toBeVisible()
  await writeQuery(page, '')

  await page.reload()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

test('EDIT-27 a schema of more than 5000 columns is not suggested from', async ({ adminPage: page }) => {
  const columns = Array.from({ length: 5001 }, (_column, index) => ({ name: `c${index}`, type: 'INTEGER' }))
  await alterAnswer(page, '**/schema', () => ({ schema: [{ name: 'wide', columns }] }))
  await page.goto('/queries/new')
  await expect(tree(page).getByRole('treeitem', { name: 'wide' })).toBeVisible()
  const toggle = page.getByRole('button', { name: 'Live autocomplete' })
  await expect(toggle).toBeDisabled()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

test('columns of the tables in the text are suggested', async ({ adminPage: page }) => {
  await openNewQuery(page, 'SELECT  FROM flights')
  await expect(tree(page)).toBeVisible()
  await page.keyboard.press('Home')
  for (let step = 0; step < 'SELECT '.length; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('delay')
  await page.locator('.cm-tooltip-autocomplete').getByRole('option', { name: 'delay_min' }).click()
  await expect(editorOf(page)).toContainText('SELECT delay_min FROM flights')
})

test('EDIT-29 without edit rights the text can be read only', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeQuery({})
  await withoutPermissions(page, 'admin')
  await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({
    ...body,
    user: { ...query.user, id: 999 },
    can_edit: false,
  }))
  await page.goto(`/queries/${query.id}/source`)
  await editorOf(page).click()
  await page.keyboard.type('x')
  await expect(editorOf(page)).toHaveText(TEN_ROWS)
  await expect(page.getByRole('button', { name: /^Save/ })).toBeHidden()
})

test('EDIT-30 without the right to see sources the source view is refused', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeQuery({})
  await withoutPermissions(page, 'admin', 'view_source')
  await page.goto(`/queries/${query.id}/source`)
  await expect(page.getByText('It seems like you don’t have permission to see this page.')).toBeVisible()
  await expect(editorOf(page)).toBeHidden()
})

test('EDIT-31 OPEN-39 a selection is run alone, unsaved, with the parameters of the whole text', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, "SELECT 'first' AS word;\nSELECT '{{ word }}' AS word")
  await page.getByRole('textbox', { name: 'Word' }).fill('second')
  await page.getByRole('button', { name: /^Apply/ }).click()
  await expect(page.getByRole('button', { name: /^Apply/ })).toBeHidden()
  await page.locator('.cm-line').last().click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Home')
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/query_results'))
  await executeButton(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ query: "SELECT '{{ word }}' AS word", parameters: { word: 'second' } })
  await expect(page.getByRole('gridcell', { name: 'second' })).toBeVisible()
})

/** The places on the screen of what is shown as selected, in pixels. */
const selected = (page: Page) =>
  page
    .locator('.cm-selectionBackground')
    .evaluateAll((parts) =>
      parts.map((part) => part.getBoundingClientRect()).map(({ left, top, right, bottom }) => ({ left, top, right, bottom })),
    )

test('EDIT-31 what is selected is to be seen, with the focus elsewhere too', async ({ adminPage: page }) => {
  await openNewQuery(page, 'SELECT 1 AS first;\nSELECT 2 AS second')
  await page.keyboard.press('Shift+Home')
  // It stands where the letters of the line are, and is as wide as these.
  const line = page.locator('.cm-line').last()
  const widthOfLetters = () =>
    line.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().width
    })
  await expect(async () => {
    const parts = await selected(page)
    expect(parts).toHaveLength(1)
    expect(parts[0]?.top).toBeGreaterThanOrEqual(((await line.boundingBox())?.y ?? 0) - 1)
    expect((parts[0]?.right ?? 0) - (parts[0]?.left ?? 0)).toBeCloseTo(await widthOfLetters(), 0)
  }).toPass()
  const colour = () =>
    page
      .locator('.cm-selectionBackground')
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await colour()).not.toBe('rgba(0, 0, 0, 0)')
  await page.getByRole('textbox', { name: 'Search schema' }).focus()
  await expect(page.locator('.cm-selectionBackground')).toHaveCount(1)
  expect(await colour()).not.toBe('rgba(0, 0, 0, 0)')
})

test('several cursors type, each in its place, and undoing takes all of it back', async ({ adminPage: page }) => {
  await openNewQuery(page, 'SELECT a\nSELECT b\nSELECT c')
  const lines = page.locator('.cm-line')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('Control+Alt+ArrowDown')
  await page.keyboard.press('Control+Alt+ArrowDown')
  await expect(page.locator('.cm-cursor')).toHaveCount(3)
  // At once: what is typed slowly is undone in parts.
  await page.keyboard.insertText('-- ')
  await expect(lines).toHaveText(['-- SELECT a', '-- SELECT b', '-- SELECT c'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(lines).toHaveText(['SELECT a', 'SELECT b', 'SELECT c'])
})

test('a line that becomes longer than the window stays in sight where it is written, and can be scrolled back', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, 'SELECT 1\n')
  const scroller = page.locator('.cm-scroller')
  const widths = () => scroller.evaluate((element) => ({ all: element.scrollWidth, seen: element.clientWidth }))
  const short = await widths()
  expect(short.all).toBe(short.seen)
  // The cursor is where the letters are, and where these can be seen.
  const isInSight = () =>
    page.evaluate(() => {
      const cursor = getSelection()?.getRangeAt(0).getBoundingClientRect()
      const seen = document.querySelector('.cm-scroller')?.getBoundingClientRect()
      return cursor !== undefined && seen !== undefined && cursor.left > seen.left && cursor.right < seen.right
    })
  for (let word = 0; word < 30; word++) {
    await page.keyboard.type('column_1, ')
    await expect.poll(isInSight).toBe(true)
  }
  const long = await widths()
  expect(long.all).toBeGreaterThan(long.seen)
  // The whole of the line is within what can be scrolled to.
  const isReached = await page
    .locator('.cm-line')
    .last()
    .evaluate((line) => line.scrollWidth <= line.clientWidth)
  expect(isReached).toBe(true)
  await page.keyboard.press('Home')
  await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBe(0)
  // A text that fits again has nothing to scroll to.
  await writeQuery(page, 'SELECT 1')
  await page.keyboard.press('End')
  await expect.poll(widths).toEqual(short)
  // A long line that is pasted moves nothing but the text.
  await writeQuery(page, `SELECT ${'column_1, '.repeat(30)}`)
  await expect.poll(isInSight).toBe(true)
  const movedAround = await scroller.evaluate((element) => {
    const moved = []
    for (let around = element.parentElement; around !== null; around = around.parentElement)
      if (around.scrollLeft !== 0 || around.scrollTop !== 0) moved.push(around.className)
    return moved
  })
  expect(movedAround).toEqual([])
})
