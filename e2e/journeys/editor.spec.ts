import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { defaultPermissions } from '@sightline/contract/permissions.ts'
import { queries } from '@sightline/contract/queries.ts'
import { EXPORT_FORMAT, EXPORT_VERSION } from '@sightline/contract/transfer.ts'
import { expectAccessible, withoutPermissions } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'
import { cellAt, editorOf, executeButton, expect, openNewQuery, schemaTree, TEN_ROWS, test, writeQuery } from '../queries.ts'
import { rename } from '../query-page.ts'
import { expectToast } from '../toasts.ts'
import { alterAnswer, watchRequests } from '../traffic.ts'

test('mod+s saves (EDIT-18)', async ({ adminPage: page, adminCall, workshop }) => {
  const query = await workshop.makeQuery({})
  await page.goto(`/queries/${query.id}/source`)
  await writeQuery(page, 'SELECT 3 AS three')
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, 'Query saved')
  expect((await adminCall(queries.get, { params: { id: query.id } })).query).toBe('SELECT 3 AS three')
})

test('mod+enter and alt+enter execute (EDIT-19)', async ({ adminPage: page }) => {
  await openNewQuery(page, TEN_ROWS)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
  await writeQuery(page, 'SELECT 1 AS one')
  await page.keyboard.press('Alt+Enter')
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
})

test('mod+shift+f formats the query (EDIT-21, EDIT-22, EDIT-24)', async ({ adminPage: page }) => {
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
  await expectToast(page, "Can't execute empty query.")
})

test('a new query is written, formatted and run statement by statement without the mouse (EDIT-32, EDIT-33, EDIT-35, EDIT-36)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  expect(workshop.sourceId).toBeGreaterThan(0)
  const { count } = await adminCall(queries.list)
  await page.goto('/')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.keyboard.type('cq')
  await expect(editorOf(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, 'An empty query cannot be saved.')

  await page.keyboard.insertText('select 1 as one; select 2 as two')
  await page.getByRole('button', { name: 'Format query' }).click()
  await expect(page.locator('.cm-line').first()).toHaveText('SELECT')
  await expect(editorOf(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editorOf(page)).toHaveText('select 1 as one; select 2 as two')

  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('columnheader', { name: 'two' })).toBeVisible()
  await expect(page.getByText('Last result of 2 statements')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(page.getByRole('columnheader', { name: 'one' })).toBeVisible()
  await expect(page.getByText('Result of a part of the query')).toBeVisible()
  await expect(page.getByText('Last result of 2 statements')).toBeHidden()
  await expectAccessible(page)
  expect((await adminCall(queries.list)).count).toBe(count)
})

test('a new query from the menu or the command palette has the focus in the editor; an empty one is not saved (EDIT-32, EDIT-34)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeQuery({ query: 'SELECT 1' })
  await page.goto(`/queries/${query.id}/source`)
  await writeQuery(page, ' ')
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, 'An empty query cannot be saved.')
  await writeQuery(page, 'SELECT 1')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Query' }).click()
  await expect(page).toHaveURL('/queries/new')
  await expect(editorOf(page)).toBeFocused()
  await page.getByRole('link', { name: 'Sightline, home' }).click()
  await expect(page).toHaveURL('/')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
  await page.keyboard.type('new que')
  await expect(page.getByRole('option', { name: 'New Query' })).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/queries/new')
  await expect(editorOf(page)).toBeFocused()
})

test('query text that is neither SQL nor JSON is not formatted (EDIT-25)', async ({ adminPage: page }) => {
  await page.route('**/api/data_sources', async (route) => {
    const response = await route.fetch()
    const sources: object[] = await response.json()
    await route.fulfill({ response, json: sources.map((source) => ({ ...source, syntax: 'yaml' })) })
  })
  await openNewQuery(page, 'url: /')
  const asked = watchRequests(page, 'POST', /\/api\/queries\/format/)
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await expectToast(page, 'Query formatting is not supported for your data source syntax.')
  expect(asked).toEqual([])
})

test('a non-SQL language whose syntax is declared as SQL is not formatted, and the bar names the language (EDIT-25)', async ({
  adminPage: page,
}) => {
  await page.route('**/api/data_sources', async (route) => {
    const response = await route.fetch()
    const sources: object[] = await response.json()
    await route.fulfill({ response, json: sources.map((source) => ({ ...source, syntax: 'sql', dialect: 'address' })) })
  })
  await openNewQuery(page, 'rows.json')
  await expect(page.getByRole('toolbar', { name: 'Editor' })).toContainText(' · Address')
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await expectToast(page, 'Query formatting is not supported for your data source syntax.')
  await expect(editorOf(page)).toHaveText('rows.json')
})

test('suggestions complete functions, and the tables and columns that the query defines itself (EDIT-37, EDIT-38, EDIT-40)', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, 'WITH busy AS (SELECT origin, count(*) AS n FROM flights GROUP BY 1) ')
  const options = page.locator('.cm-tooltip-autocomplete').getByRole('option')
  await expect(schemaTree(page)).toBeVisible()
  await page.keyboard.type('SELECT * FROM bu')
  await expect(options.first()).toHaveText(/^busy/)
  await page.keyboard.press('Enter')
  await page.keyboard.type(' WHERE busy.')
  await page.keyboard.press('Control+Space')
  await expect(options).toHaveText([/^n/, /^origin/])
  await page.keyboard.press('Escape')
  await page.keyboard.type('n > date_tr')
  await expect(options.first()).toHaveText('date_trunc(part, source)')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(editorOf(page)).toContainText('WHERE busy.n > date_trunc()')
  await writeQuery(page, '')
})

test('suggestions while typing can be switched off permanently (EDIT-26)', async ({ adminPage: page }) => {
  await page.clock.install()
  await openNewQuery(page, 'SELECT * FROM ')
  const toggle = page.getByRole('button', { name: 'Live autocomplete' })
  const suggestions = page.locator('.cm-tooltip-autocomplete')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(schemaTree(page)).toBeVisible()
  await page.keyboard.type('fli')
  await expect(suggestions.getByRole('option', { name: 'flights' })).toBeVisible()
  await page.keyboard.press('Escape')

  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await writeQuery(page, 'SELECT * FROM ')
  await page.keyboard.type('air')
  await expect(editorOf(page)).toContainText('FROM air')
  // Longer than the delay of automatic suggestions.
  await page.clock.runFor(1000)
  await expect(suggestions).toBeHidden()
  // Ctrl+Space still opens suggestions.
  await page.keyboard.press('Control+Space')
  await expect(suggestions.getByRole('option', { name: 'airports' })).toBeVisible()
  await writeQuery(page, '')

  await page.reload()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

test('a schema of more than 5000 columns gives no suggestions (EDIT-27)', async ({ adminPage: page }) => {
  const columns = Array.from({ length: 5001 }, (_column, index) => ({ name: `c${index}`, type: 'INTEGER' }))
  await alterAnswer(page, '**/schema', () => ({ schema: [{ name: 'wide', columns }] }))
  await page.goto('/queries/new')
  await expect(schemaTree(page).getByRole('treeitem', { name: 'wide' })).toBeVisible()
  const toggle = page.getByRole('button', { name: 'Live autocomplete' })
  await expect(toggle).toBeDisabled()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
})

test('the editor suggests columns of the tables in the query', async ({ adminPage: page }) => {
  await openNewQuery(page, 'SELECT  FROM flights')
  await expect(schemaTree(page)).toBeVisible()
  await page.keyboard.press('Home')
  for (let step = 0; step < 'SELECT '.length; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('delay')
  await page.locator('.cm-tooltip-autocomplete').getByRole('option', { name: 'delay_min' }).click()
  await expect(editorOf(page)).toContainText('SELECT delay_min FROM flights')
})

test('before a table is named, the columns of all tables are suggested, but none where a table belongs (EDIT-28)', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, 'SELECT ')
  await expect(schemaTree(page)).toBeVisible()
  const suggestions = page.locator('.cm-tooltip-autocomplete')
  await page.keyboard.type('iat')
  await suggestions.getByRole('option', { name: 'iata' }).click()
  await expect(editorOf(page)).toHaveText('SELECT iata')
  await page.keyboard.type(' FROM airp')
  await expect(suggestions.getByRole('option')).toHaveText([/airports/])
})

test('the list of suggestions does not open after the editor has lost the focus (EDIT-46)', async ({ adminPage: page }) => {
  await page.goto('/queries/new')
  await editorOf(page).click()
  await page.keyboard.insertText('SELECT * FROM airports ORDER BY state, longitude')
  await rename(page, 'Airports')
  await executeButton(page).click()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(page.locator('.cm-tooltip-autocomplete')).toHaveCount(0)
})

test('without edit permission the query text is read-only, which the editor says with a Fork button (EDIT-29, QPAGE-73)', async ({
  adminPage: page,
  workshop,
}) => {
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
  const note = page.getByRole('note').filter({ hasText: 'Read-only: fork this query to change it' })
  await expect(note).toBeVisible()
  await expectAccessible(page)
  await note.getByRole('button', { name: 'Fork' }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^Name of the query: Copy of \\(#${query.id}\\)`) })).toBeVisible()
  await expect(note).toBeHidden()
})

test('without view_source a query is shown and run without its text, and the source view is refused (EDIT-30, OPEN-32)', async ({
  adminCall,
  adminRequest,
  browser,
  product,
  workshop,
}) => {
  const user = await activeUser(adminCall, browser, 'Rita Reader')
  // New groups get the default permissions, so only an imported group can lack `view_source`.
  const permissions = defaultPermissions.filter((name) => name !== 'view_source')
  const groups = [{ id: 1, name: 'Readers', permissions }]
  const imported = await adminRequest.post('/api/admin/import', {
    data: { format: EXPORT_FORMAT, version: EXPORT_VERSION, groups },
  })
  expect(imported.ok(), await imported.text()).toBe(true)
  const idOf = async (name: string) => (await adminCall(api.groups.list)).find((group) => group.name === name)?.id ?? 0
  const readers = await idOf('Readers')
  await adminCall(api.groups.addDataSource, { params: { id: readers }, body: { data_source_id: workshop.sourceId } })
  await adminCall(api.groups.addMember, { params: { id: readers }, body: { user_id: user.id } })
  await adminCall(api.groups.removeMember, { params: { id: await idOf('default'), user_id: user.id } })
  const page = await pageOf(browser, product.url, user)

  const query = await workshop.makeQuery({
    query: 'SELECT 4000 + {{ n }} AS hidden',
    options: { parameters: [{ name: 'n', type: 'number', value: 711 }] },
  })
  await adminCall(queries.update, { params: { id: query.id }, body: { is_draft: false } })
  const answered = page.waitForResponse((response) => response.url().endsWith(`/api/queries/${query.id}`))
  await page.goto(`/queries/${query.id}`)
  expect((await (await answered).json()).query).toBeNull()
  await expect(cellAt(page, 0, 0)).toHaveText('4,711')
  await page.getByRole('textbox', { name: 'N', exact: true }).fill('815')
  await page.getByRole('button', { name: /^Apply/ }).click()
  await expect(cellAt(page, 0, 0)).toHaveText('4,815')
  await expect(executeButton(page)).toBeEnabled()
  await expect(page.getByRole('link', { name: 'Edit Source' })).toBeHidden()
  await page.goto(`/queries/${query.id}/source`)
  await expect(page.getByText('It seems like you don’t have permission to see this page.')).toBeVisible()
  await expect(editorOf(page)).toBeHidden()
  await page.context().close()
})

test('a selection is run alone, unsaved, with the parameters of the whole query (EDIT-31, OPEN-39)', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, "SELECT 'first' AS word;\nSELECT '{{ word }}' AS word")
  await page.getByRole('textbox', { name: 'Word' }).fill('second')
  await page.getByRole('button', { name: /^Apply/ }).click()
  await expect(page.getByRole('button', { name: /^Apply/ })).toBeHidden()
  await page.locator('.cm-line').last().click()
  await page.keyboard.press('End')
  await expect(executeButton(page)).not.toHaveAccessibleName('Execute Selected')
  const place = await executeButton(page).boundingBox()
  await page.keyboard.press('Shift+Home')
  await expect(executeButton(page)).toHaveAccessibleName('Execute Selected')
  expect(await executeButton(page).boundingBox()).toEqual(place)
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/query_results'))
  await executeButton(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ query: "SELECT '{{ word }}' AS word", parameters: { word: 'second' } })
  await expect(page.getByRole('gridcell', { name: 'second' })).toBeVisible()

  // The result is labeled until the whole query is run.
  await expect(page.getByText('Result of a part of the query')).toBeVisible()
  await expectAccessible(page)
  await writeQuery(page, "SELECT 'all' AS word")
  await expect(executeButton(page)).not.toHaveAccessibleName('Execute Selected')
  await expect(page.getByText('Result of a part of the query')).toBeVisible()
  await executeButton(page).click()
  await expect(page.getByRole('gridcell', { name: 'all' })).toBeVisible()
  await expect(page.getByText('Result of a part of the query')).toBeHidden()
})

/** Rectangles of the highlighted selection, in pixels. */
const selected = (page: Page) =>
  page
    .locator('.cm-selectionBackground')
    .evaluateAll((parts) =>
      parts.map((part) => part.getBoundingClientRect()).map(({ left, top, right, bottom }) => ({ left, top, right, bottom })),
    )

test('the selection stays visible when the focus is elsewhere (EDIT-31)', async ({ adminPage: page }) => {
  await openNewQuery(page, 'SELECT 1 AS first;\nSELECT 2 AS second')
  await page.keyboard.press('Shift+Home')
  // The highlight must cover exactly the characters of the line.
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

test('several cursors type in their own places, and undo reverts all of them', async ({ adminPage: page }) => {
  await openNewQuery(page, 'SELECT a\nSELECT b\nSELECT c')
  const lines = page.locator('.cm-line')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('Control+Alt+ArrowDown')
  await page.keyboard.press('Control+Alt+ArrowDown')
  await expect(page.locator('.cm-cursor')).toHaveCount(3)
  // Insert the text at once because undo splits slow typing into several steps.
  await page.keyboard.insertText('-- ')
  await expect(lines).toHaveText(['-- SELECT a', '-- SELECT b', '-- SELECT c'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(lines).toHaveText(['SELECT a', 'SELECT b', 'SELECT c'])
})

test('a line longer than the window scrolls with the cursor and can be scrolled back', async ({ adminPage: page }) => {
  await openNewQuery(page, 'SELECT 1\n')
  const scroller = page.locator('.cm-scroller')
  const widths = () => scroller.evaluate((element) => ({ all: element.scrollWidth, seen: element.clientWidth }))
  const short = await widths()
  expect(short.all).toBe(short.seen)
  // The cursor must be visible and next to the text.
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
  // The end of the line must be reachable by scrolling.
  const isReached = await page
    .locator('.cm-line')
    .last()
    .evaluate((line) => line.scrollWidth <= line.clientWidth)
  expect(isReached).toBe(true)
  await page.keyboard.press('Home')
  await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBe(0)
  // Text that fits has no horizontal scroll range.
  await writeQuery(page, 'SELECT 1')
  await page.keyboard.press('End')
  await expect.poll(widths).toEqual(short)
  // Pasting a long line must not scroll anything except the text.
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
