import type { Locator, Page } from '@playwright/test'
import { visualizations } from '@sightline/contract/visualizations.ts'
import { addTable, button, makeBoard } from '../boards.ts'
import { expectAccessible, watchConsole } from '../page.ts'
import { cellAt, expect, test } from '../queries.ts'
import { grid, headings, makeTable, sortButtons } from '../result-table.ts'
import { openTab, previewOf, savedOptions, visualizationEditor } from '../visualization-editor.ts'

test('columns are hidden, ordered, titled and aligned as stored (TABLE-05, TABLE-06, TABLE-07, TABLE-08)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await makeTable(workshop, adminCall, "SELECT 1 AS a, 'two' AS b, 3 AS c, 'four' AS d", [
    { name: 'a', visible: true, order: 2 },
    { name: 'b', visible: true, order: 0, title: 'Bee', alignContent: 'right' },
    { name: 'c', visible: false, order: 1 },
    { name: 'd', visible: true, order: 3, alignContent: 'center' },
  ])
  await page.goto(`/queries/${query.id}`)
  await expect(headings(page)).toHaveText(['Bee', 'a', 'd'])
  await expect(grid(page).getByRole('gridcell')).toHaveText(['two', '1', 'four'])
  for (const [column, alignment] of [
    [0, 'right'],
    [1, 'right'],
    [2, 'center'],
  ] as const) {
    const { justify, align } = await cellAt(page, 0, column).evaluate((cell) => {
      const style = getComputedStyle(cell)
      return { justify: style.justifyContent, align: style.textAlign }
    })
    expect(`${align} ${justify}`).toMatch(alignment === 'right' ? /right|end/ : /center/)
  }
})

const openEditor = (page: Page) => page.getByRole('button', { name: 'Edit Visualization' }).click()
const columnsOf = (page: Page) => visualizationEditor(page).getByRole('list', { name: 'Columns' })
const previewed = (page: Page) => sortButtons(previewOf(page))

test('the editor hides columns and moves them (TABLE-05, TABLE-06)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({ query: "SELECT 1 AS a, 'two' AS b, 3 AS c" })
  await page.goto(`/queries/${query.id}`)
  await openEditor(page)
  await expect(previewed(page)).toHaveText(['a', 'b', 'c'])
  await button(columnsOf(page), 'Hide a').click()
  await expect(previewed(page)).toHaveText(['b', 'c'])
  await button(columnsOf(page), 'Show a').click()
  await expect(previewed(page)).toHaveText(['a', 'b', 'c'])

  // `hover` waits until the element stops moving.
  await columnsOf(page)
    .getByRole('button', { name: /^Move a,/ })
    .hover()
  const last = await columnsOf(page)
    .getByRole('button', { name: /^Move c,/ })
    .boundingBox()
  if (last === null) throw new Error('The handles are out of sight.')
  await page.mouse.down()
  await page.mouse.move(last.x + 5, last.y + last.height, { steps: 6 })
  await page.mouse.up()
  await expect(previewed(page)).toHaveText(['b', 'c', 'a'])
  expect((await savedOptions(page)).columns).toMatchObject([
    { name: 'b', order: 0 },
    { name: 'c', order: 1 },
    { name: 'a', order: 2 },
  ])
})

test('the editor sets the title, alignment, display and format of a column (TABLE-07, TABLE-08, TABLE-12, OPEN-180)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: "SELECT 1 AS a, 'two' AS b" })
  await page.goto(`/queries/${query.id}`)
  await openEditor(page)
  await button(columnsOf(page), 'b').click()
  const editor = visualizationEditor(page)
  await editor.getByRole('textbox', { name: 'Title' }).fill('Bee')
  await editor.getByText('Center', { exact: true }).click()
  await editor.getByRole('combobox', { name: 'Display as' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Text',
    'Number',
    'Date/Time',
    'Boolean',
    'Image',
    'Link',
    'JSON',
    'Sparkline',
  ])
  await page.getByRole('option', { name: 'Link' }).click()
  await expect(previewed(page)).toHaveText(['a', 'Bee'])
  await button(columnsOf(page), 'a').click()
  await editor.getByRole('combobox', { name: 'Number format' }).click()
  await expectAccessible(page)
  await page.getByRole('option', { name: 'Currency $1,234,567.89', exact: true }).click()
  await expect(editor.getByText('For example $1,234,567.89')).toBeVisible()
  expect((await savedOptions(page)).columns).toMatchObject([
    { name: 'a', numberFormat: '$0,0.00' },
    { name: 'b', title: 'Bee', alignContent: 'center', displayAs: 'link' },
  ])
})

const MANY = "SELECT i AS n, CASE WHEN i % 3 = 2 THEN 'third' ELSE 'other' END AS kind, 'a note' AS note FROM range(120) t(i)"
const pages = (within: Page | Locator) => within.getByRole('navigation', { name: 'Pages' })

test('a table is paged, with 50 rows on the page of its query and 25 elsewhere (TABLE-02, TABLE-31, OPEN-12)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: MANY })
  const board = await makeBoard(adminCall)
  await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 6, sizeY: 8 })
  await page.goto(`/dashboard/${board.slug}`)
  await expect(pages(page)).toContainText('1–25 of 120')
  await page.goto(`/queries/${query.id}`)
  await expect(pages(page)).toContainText('1–50 of 120')
  await expect(button(pages(page), 'Previous page')).toBeDisabled()
  await button(pages(page), 'Next page').click()
  await expect(pages(page)).toContainText('51–100 of 120')
  await expect(cellAt(page, 50, 0)).toBeInViewport()
  await button(pages(page), 'Last page').press('Enter')
  await expect(pages(page)).toContainText('101–120 of 120')
  await expect(cellAt(page, 100, 0)).toBeInViewport()
  await expect(button(pages(page), 'Next page')).toBeDisabled()
  await button(pages(page), 'First page').click()
  await expect(cellAt(page, 0, 0)).toBeInViewport()
  await expectAccessible(page)
})

test('a column that is used for search gives its table a search box, in place of that of the page (TABLE-10, TABLE-11, TABLE-31)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: MANY })
  await page.goto(`/queries/${query.id}`)
  await openEditor(page)
  const editor = visualizationEditor(page)
  await expect(editor.getByRole('searchbox')).toHaveCount(0)
  await button(columnsOf(page), 'kind').click()
  await editor.getByRole('switch', { name: 'Use for search' }).click()
  await expect(editor.getByRole('searchbox', { name: 'Search in Table...' })).toBeVisible()
  await savedOptions(page)
  await expect(editor).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Search results' })).toHaveCount(0)
  const search = page.getByRole('searchbox', { name: 'Search in Table...' })
  await search.fill('THIR')
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '41')
  await expect(cellAt(page, 0, 1)).toHaveText('third')
  // Forty rows fit on one page of fifty.
  await expect(pages(page)).toHaveCount(0)
  await search.fill('note')
  await expect(page.getByText('No results matching search term.')).toBeVisible()
  await expectAccessible(page)
})

test('a table has one of ten numbers of rows per page, or another one that was stored (TABLE-03, OPEN-12, OPEN-13)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: MANY })
  const board = await makeBoard(adminCall)
  await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 6, sizeY: 8 })
  const [table] = query.visualizations
  await adminCall(visualizations.update, { params: { id: table?.id ?? 0 }, body: { options: { itemsPerPage: 33 } } })
  await page.goto(`/dashboard/${board.slug}`)
  await expect(pages(page)).toContainText('1–33 of 120')
  await page.goto(`/queries/${query.id}`)
  await expect(pages(page)).toContainText('1–33 of 120')
  await openEditor(page)
  await openTab(page, 'Grid')
  await expect(pages(visualizationEditor(page))).toContainText('1–33 of 120')
  await visualizationEditor(page).getByRole('combobox', { name: 'Items per Page' }).click()
  await expect(page.getByRole('option')).toHaveText(['5', '10', '15', '20', '25', '33', '50', '100', '150', '200', '250'])
  await page.getByRole('option', { name: '100', exact: true }).click()
  await expect(pages(visualizationEditor(page))).toContainText('1–100 of 120')
  expect(await savedOptions(page)).toMatchObject({ itemsPerPage: 100 })
  await expect(visualizationEditor(page)).toBeHidden()
  await expect(pages(page)).toContainText('1–100 of 120')
})

test('a JSON cell opens as a collapsible tree (TABLE-25)', async ({ adminPage: page, adminCall, workshop }) => {
  const query = await makeTable(
    workshop,
    adminCall,
    `SELECT '{"plan": {"seats": 12}, "open": true}' AS doc, 'no {json' AS text`,
    [
      { name: 'doc', displayAs: 'json', visible: true, order: 0 },
      { name: 'text', displayAs: 'json', visible: true, order: 1 },
    ],
  )
  await page.goto(`/queries/${query.id}`)
  await expect(cellAt(page, 0, 1)).toHaveText('no {json')
  await cellAt(page, 0, 0).getByRole('button').click()
  const leaf = page.getByText('seats:')
  await expect(leaf).toBeVisible()
  await expectAccessible(page)
  await page.getByText('plan:').click()
  await expect(leaf).toBeHidden()
  await page.getByText('plan:').click()
  await expect(leaf).toBeVisible()
})

test('HTML in the data never runs (VIZ-22, TABLE-13)', async ({ failingPage: page, adminCall, workshop }) => {
  const errors = watchConsole(page)
  const bad = `<b>bold</b><img src=x onerror="window.ran = true"><script>window.ran = true</script><a href="javascript:window.ran = true">go</a>`
  const query = await makeTable(workshop, adminCall, `SELECT '${bad}' AS html, '<i>plain</i>' AS text`, [
    { name: 'html', displayAs: 'string', allowHTML: true, visible: true, order: 0 },
    { name: 'text', displayAs: 'string', allowHTML: false, visible: true, order: 1 },
  ])
  // The image URL in the data does not exist, so respond to it here.
  await page.route('**/queries/x', (route) => route.fulfill({ status: 200, contentType: 'image/png', body: 'no picture' }))
  await page.goto(`/queries/${query.id}`)
  const cell = cellAt(page, 0, 0)
  await expect(cell.locator('b')).toHaveText('bold')
  await expect(cell.locator('img')).toHaveJSProperty('complete', true)
  expect(await cell.evaluate((element) => element.querySelectorAll('script, [onerror], [href^="javascript"]').length)).toBe(0)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  await expect(cellAt(page, 0, 1)).toHaveText('<i>plain</i>')
  // The browser logs each event handler that it blocked, even in inert HTML.
  expect(errors.filter((text) => !text.startsWith('Executing inline event handler violates'))).toEqual([])
})
