import type { Page } from '@playwright/test'
import type { Query } from '@sightline/contract/queries.ts'
import { visualizations } from '@sightline/contract/visualizations.ts'
import { type AdminCall, expectAccessible, watchConsole } from '../page.ts'
import { cellAt, executeButton, expect, test, type Workshop } from '../queries.ts'

const LARGE = 'SELECT i AS n, (i * 7919) % 100000 AS shuffled, i % 3 AS third FROM range(100000) t(i)'
const LARGE_COLUMNS = { n: 0, shuffled: 1, third: 2 }

const grid = (page: Page) => page.getByRole('grid')
/** With more than one column in the order of the rows, its rank is part of a head's name. */
const heading = (page: Page, name: string) => grid(page).getByRole('columnheader', { name: new RegExp(`^${name}( \\d)?$`) })
const headings = (page: Page) => grid(page).getByRole('columnheader').getByRole('button')
const sortBy = (page: Page, name: string, withShift = false) =>
  heading(page, name).click({ modifiers: withShift ? ['Shift'] : [] })

/** Presses on a head; what it returns carries it to a side of another one, where the button is still held. */
async function takeHead(page: Page, name: string) {
  await heading(page, name).hover()
  await page.mouse.down()
  return async (other: string, side: 'before' | 'after') => {
    const box = await heading(page, other).boundingBox()
    if (box === null) throw new Error(`the column ${other} is not in sight`)
    // A quick hand is out of the head at once.
    await page.mouse.move(box.x + (side === 'before' ? 4 : box.width - 8), box.y + 90)
  }
}

const columnsUpTo = (count: number) => Array.from({ length: count }, (_, i) => `${i} AS c${i}`).join(', ')

async function dragHead(page: Page, name: string, other: string, side: 'before' | 'after') {
  const carry = await takeHead(page, name)
  await carry(other, side)
  await page.mouse.up()
}

/** A query whose table has these options. */
async function makeTable(workshop: Workshop, call: AdminCall, query: string, columns: object[]): Promise<Query> {
  const made = await workshop.makeRunQuery({ query })
  const [table] = made.visualizations
  await call(visualizations.update, { params: { id: table?.id ?? 0 }, body: { options: { columns } } })
  return made
}

test.describe('a hundred thousand rows', () => {
  let large: Query

  test.beforeAll(async ({ workshop }) => {
    large = await workshop.makeRunQuery({ name: 'Large', query: LARGE })
  })
  test.beforeEach(async ({ adminPage: page }) => {
    await page.goto(`/queries/${large.id}`)
    await expect(cellAt(page, 0, 0)).toHaveText('0')
  })

  test('TABLE-29 a head sorts up, down and not at all, over all rows', async ({ adminPage: page }) => {
    await expectAccessible(page)
    const first = cellAt(page, 0, LARGE_COLUMNS.shuffled)
    await sortBy(page, 'shuffled')
    await expect(heading(page, 'shuffled')).toHaveAttribute('aria-sort', 'ascending')
    await expect(cellAt(page, 1, LARGE_COLUMNS.shuffled)).toHaveText('1')
    await sortBy(page, 'shuffled')
    await expect(heading(page, 'shuffled')).toHaveAttribute('aria-sort', 'descending')
    await expect(first).toHaveText('99,999')
    await sortBy(page, 'shuffled')
    await expect(heading(page, 'shuffled')).toHaveAttribute('aria-sort', 'none')
    await expect(cellAt(page, 1, LARGE_COLUMNS.shuffled)).toHaveText('7,919')
  })

  test('TABLE-30 shift and a click add a column to the order', async ({ adminPage: page }) => {
    await sortBy(page, 'third')
    await sortBy(page, 'third')
    await expect(cellAt(page, 0, LARGE_COLUMNS.third)).toHaveText('2')
    await sortBy(page, 'shuffled', true)
    await expect(heading(page, 'third')).toHaveAttribute('aria-sort', 'descending')
    await expect(heading(page, 'shuffled')).toHaveAttribute('aria-sort', 'ascending')
    const smallest = Math.min(
      ...Array.from({ length: 100_000 }, (_, i) => i)
        .filter((i) => i % 3 === 2)
        .map((i) => (i * 7919) % 100_000),
    )
    await expect(cellAt(page, 0, LARGE_COLUMNS.shuffled)).toHaveText(smallest.toLocaleString('en'))
    await expect(cellAt(page, 0, LARGE_COLUMNS.third)).toHaveText('2')
  })

  test('only the rows in sight exist, down to the last', async ({ adminPage: page }) => {
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '100001')
    await expect(page.getByText('100,000 rows')).toBeVisible()
    await grid(page).evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(cellAt(page, 99_999, 0)).toHaveText('99,999')
    await expect(cellAt(page, 99_999, 0)).toBeInViewport()
    expect(await grid(page).getByRole('row').count()).toBeLessThan(100)
  })

  test('keys move through the cells, and open one', async ({ adminPage: page }) => {
    const active = async () => {
      const id = await grid(page).getAttribute('aria-activedescendant')
      return page.locator(`[id="${id}"]`)
    }
    const expectActive = (text: string) => expect.poll(async () => (await active()).textContent()).toBe(text)
    await grid(page).focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
    await expectActive('7,919')
    await page.keyboard.press('Control+End')
    await expect(cellAt(page, 99_999, 2)).toHaveText('0')
    await expect(await active()).toBeInViewport()
    await page.keyboard.press('Home')
    await expectActive('99,999')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'n' })).toContainText('99999')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    // Whoever is quicker than the focus closes it all the same, and stays at the cell.
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'n' })).toBeVisible()
    await grid(page).focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectActive('99,999')
    await page.keyboard.press('Control+Home')
    await expectActive('0')
  })

  test('the selected cells are copied as tab-separated text', async ({ adminPage: page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await grid(page).focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key)
    await page.keyboard.press('ControlOrMeta+c')
    await expect(page.getByText('4 cells copied')).toBeVisible()
    expect(await clipboard()).toBe('1\t7919\n2\t15838')

    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+c')
    await expect(page.getByText('At most 50,000 rows can be copied. Download has all of them.')).toBeVisible()

    // Rows that were never in sight are loaded for it.
    await page.getByRole('textbox', { name: 'Search results' }).fill('4321')
    const all = Array.from({ length: 100_000 }, (_, i) => `${i} ${(i * 7919) % 100_000}`)
    const rows = all.filter((text) => text.includes('4321')).length
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(rows + 1))
    await grid(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+c')
    await expect(page.getByText(`${rows * 3} cells copied`)).toBeVisible()
    const lines = (await clipboard()).split('\n')
    expect(lines).toHaveLength(rows)
    expect(lines.every((line) => line.includes('4321'))).toBe(true)
  })

  test('cells are selected by dragging over them', async ({ adminPage: page }) => {
    await cellAt(page, 3, 0).hover()
    await page.mouse.down()
    await cellAt(page, 6, 2).hover()
    await page.mouse.up()
    const selected = page.locator('[role=gridcell][aria-selected=true]')
    await expect(selected).toHaveCount(12)

    // A quick hand is out of the table at once, and let go there it does not select on.
    await cellAt(page, 8, 0).hover()
    await page.mouse.down()
    const box = await cellAt(page, 5, 2).boundingBox()
    if (box === null) throw new Error('the cell is not in sight')
    await page.mouse.move(box.x + box.width / 2, 2)
    await page.mouse.up()
    const first = page.locator('[role=gridcell][aria-selected=true]').first()
    await expect(first).toHaveText('0')
    await cellAt(page, 11, 1).hover()
    await expect(first).toHaveText('0')
    await expect(cellAt(page, 8, 0)).toHaveAttribute('aria-selected', 'true')
    await expect(cellAt(page, 9, 0)).toHaveAttribute('aria-selected', 'false')
  })

  test('a head is dragged to another place, and cells, selection, widths and copies go with it', async ({
    adminPage: page,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await cellAt(page, 2, LARGE_COLUMNS.shuffled).click()
    const width = (name: string) => heading(page, name).evaluate((head) => head.getBoundingClientRect().width)
    const narrow = (await width('shuffled')) - 48
    await page.keyboard.press('-')
    await page.keyboard.press('-')
    await expect.poll(() => width('shuffled')).toBe(narrow)
    await dragHead(page, 'shuffled', 'third', 'after')
    await expect(headings(page)).toHaveText(['n', 'third', 'shuffled'])
    // No click has come of it.
    await expect(heading(page, 'shuffled')).toHaveAttribute('aria-sort', 'none')
    await expect(heading(page, 'shuffled')).toHaveAttribute('aria-colindex', '4')
    await expect(page.getByRole('status').filter({ hasText: 'Moved shuffled to place 3 of 3' })).toBeVisible()
    await expect.poll(() => width('shuffled')).toBe(narrow)
    await expect(cellAt(page, 2, 2)).toHaveText('15,838')
    await expect(cellAt(page, 2, 2)).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(1)

    await grid(page).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ControlOrMeta+c')
    await expect(page.getByText('2 cells copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('2\t15838')

    // Orders, searches and other rows leave it alone.
    await sortBy(page, 'shuffled')
    await expect(cellAt(page, 1, 2)).toHaveText('1')
    await page.getByRole('textbox', { name: 'Search results' }).fill('99998')
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '3')
    await expect(headings(page)).toHaveText(['n', 'third', 'shuffled'])
  })

  test('Escape ends the drag of a head, and a drop at its own place changes nothing', async ({ adminPage: page }) => {
    const carry = await takeHead(page, 'third')
    await carry('n', 'before')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(headings(page)).toHaveText(['n', 'shuffled', 'third'])
    await dragHead(page, 'shuffled', 'third', 'before')
    await expect(headings(page)).toHaveText(['n', 'shuffled', 'third'])
    for (const name of ['n', 'shuffled', 'third']) await expect(heading(page, name)).toHaveAttribute('aria-sort', 'none')
    await sortBy(page, 'third')
    await expect(heading(page, 'third')).toHaveAttribute('aria-sort', 'ascending')
  })

  test('keys move, widen, narrow and fit the columns of the selected cells', async ({ adminPage: page }) => {
    const width = (name: string) => heading(page, name).evaluate((head) => head.getBoundingClientRect().width)
    await grid(page).focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'Alt+Shift+ArrowRight']) await page.keyboard.press(key)
    await expect(headings(page)).toHaveText(['shuffled', 'n', 'third'])
    await expect(page.getByRole('status').filter({ hasText: 'Moved n to place 2 of 3' })).toBeVisible()
    await expect(cellAt(page, 1, 1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect(headings(page)).toHaveText(['third', 'shuffled', 'n'])
    await expect(page.getByRole('status').filter({ hasText: 'Moved 2 columns to places 2 to 3 of 3' })).toBeVisible()
    await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(2)

    const [before, other] = [await width('n'), await width('third')]
    await page.keyboard.press('-')
    await expect.poll(() => width('n')).toBe(before - 24)
    for (const key of ['+', '+', '+']) await page.keyboard.press(key)
    await expect.poll(() => width('n')).toBe(before + 48)
    await page.keyboard.press('0')
    await expect.poll(() => width('n')).toBeLessThan(before)
    expect(await width('third')).toBeGreaterThanOrEqual(other)
    // The way back is the browser's.
    await expect(page).toHaveURL(/queries\/\d+/)
  })

  test('the rows that contain a text are found', async ({ adminPage: page }) => {
    await page.getByRole('textbox', { name: 'Search results' }).fill('99998')
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '3')
    await expect(page.getByRole('status').filter({ hasText: '2 of 100,000 rows' })).toBeVisible()
    await expect(cellAt(page, 0, 1)).toHaveText('99,998')
    await expect(cellAt(page, 1, 0)).toHaveText('99,998')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '100001')
  })
})

test('TABLE-05 TABLE-06 TABLE-07 TABLE-08 columns are hidden, ordered, titled and aligned as stored', async ({
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

test('TABLE-05 TABLE-06 TABLE-07 TABLE-08 TABLE-12 the editor hides, moves, titles, aligns and chooses the display', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: "SELECT 1 AS a, 'two' AS b, 3 AS c" })
  const id = query.visualizations[0]?.id ?? 0
  await page.goto(`/queries/${query.id}`)
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  const editor = page.getByRole('dialog', { name: 'Visualization Editor' })
  const preview = editor.getByRole('grid').getByRole('columnheader').getByRole('button')
  await expect(preview).toHaveText(['a', 'b', 'c'])

  await editor.getByRole('button', { name: 'Hide a' }).click()
  await expect(preview).toHaveText(['b', 'c'])
  await editor.getByRole('button', { name: 'Show a' }).click()
  await expect(preview).toHaveText(['a', 'b', 'c'])

  // Waits until it lies still.
  await editor.getByRole('button', { name: /^Move a,/ }).hover()
  const last = await editor.getByRole('button', { name: /^Move c,/ }).boundingBox()
  if (last === null) throw new Error('The handles are out of sight.')
  await page.mouse.down()
  await page.mouse.move(last.x + 5, last.y + last.height, { steps: 6 })
  await page.mouse.up()
  await expect(preview).toHaveText(['b', 'c', 'a'])

  await editor.getByRole('list', { name: 'Columns' }).getByRole('button', { name: 'b', exact: true }).click()
  await editor.getByRole('textbox', { name: 'Title' }).fill('Bee')
  await editor.getByText('Center', { exact: true }).click()
  await editor.getByRole('combobox', { name: 'Display as' }).click()
  await expect(page.getByRole('option')).toHaveText(['Text', 'Number', 'Date/Time', 'Boolean', 'Image', 'Link', 'JSON'])
  await page.getByRole('option', { name: 'Link' }).click()
  await expect(preview).toHaveText(['Bee', 'c', 'a'])
  await expectAccessible(page)

  const sent = page.waitForRequest((request) => request.url().endsWith(`/api/visualizations/${id}`))
  await editor.getByRole('button', { name: /^Save/ }).click()
  const { options } = (await sent).postDataJSON()
  expect(options.columns).toMatchObject([
    { name: 'b', order: 0, title: 'Bee', alignContent: 'center', displayAs: 'link' },
    { name: 'c', order: 1 },
    { name: 'a', order: 2 },
  ])
})

test('TABLE-02 TABLE-10 TABLE-11 TABLE-31 a table is paged and searched as its columns say', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await makeTable(
    workshop,
    adminCall,
    "SELECT i AS n, CASE WHEN i % 2 = 0 THEN 'even' ELSE 'odd' END AS kind, 'a note' AS note FROM range(120) t(i)",
    [],
  )
  await page.goto(`/queries/${query.id}`)
  // Nothing is stored: pages of fifty, and the search of the page looks into all columns.
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1–50 of 120')
  await expect(pages.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(pages).toContainText('51–100 of 120')
  await expect(cellAt(page, 50, 0)).toBeInViewport()
  await pages.getByRole('button', { name: 'Last page' }).press('Enter')
  await expect(pages).toContainText('101–120 of 120')
  await expect(cellAt(page, 100, 0)).toBeInViewport()
  await expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await pages.getByRole('button', { name: 'First page' }).click()
  await expect(cellAt(page, 0, 0)).toBeInViewport()
  await expectAccessible(page)

  // One column is searched: the box stands above the table, in place of the one of the page.
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  const editor = page.getByRole('dialog', { name: 'Visualization Editor' })
  const list = editor.getByRole('list', { name: 'Columns' })
  await expect(editor.getByRole('searchbox')).toHaveCount(0)
  await list.getByRole('button', { name: 'kind', exact: true }).click()
  await editor.getByRole('switch', { name: 'Use for search' }).click()
  await expect(editor.getByRole('searchbox', { name: 'Search in Table...' })).toBeVisible()
  await editor.getByRole('tab', { name: 'Grid' }).click()
  await editor.getByRole('combobox', { name: 'Items per Page' }).click()
  await page.getByRole('option', { name: '100', exact: true }).click()
  await expect(editor.getByRole('navigation', { name: 'Pages' })).toContainText('1–100 of 120')
  await editor.getByRole('button', { name: /^Save/ }).click()
  await expect(editor).toBeHidden()
  await expect(pages).toContainText('1–100 of 120')
  await expect(page.getByRole('textbox', { name: 'Search results' })).toHaveCount(0)
  const search = page.getByRole('searchbox', { name: 'Search in Table...' })
  await search.fill('ODD')
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '61')
  await expect(cellAt(page, 59, 1)).toHaveCount(0)
  await expect(cellAt(page, 0, 1)).toHaveText('odd')
  // Sixty rows are one page of a hundred.
  await expect(pages).toHaveCount(0)
  await expectAccessible(page)
  await search.fill('note')
  await expect(page.getByText('No results matching search term.')).toBeVisible()
})

test('TABLE-25 a JSON cell opens as a tree whose branches fold', async ({ adminPage: page, adminCall, workshop }) => {
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

test('VIZ-22 TABLE-13 HTML out of the data never runs', async ({ failingPage: page, adminCall, workshop }) => {
  const errors = watchConsole(page)
  const bad = `<b>bold</b><img src=x onerror="window.ran = true"><script>window.ran = true</script><a href="javascript:window.ran = true">go</a>`
  const query = await makeTable(workshop, adminCall, `SELECT '${bad}' AS html, '<i>plain</i>' AS text`, [
    { name: 'html', displayAs: 'string', allowHTML: true, visible: true, order: 0 },
    { name: 'text', displayAs: 'string', allowHTML: false, visible: true, order: 1 },
  ])
  // The picture that the data asks for is not there.
  await page.route('**/queries/x', (route) => route.fulfill({ status: 200, contentType: 'image/png', body: 'no picture' }))
  await page.goto(`/queries/${query.id}`)
  const cell = cellAt(page, 0, 0)
  await expect(cell.locator('b')).toHaveText('bold')
  await expect(cell.locator('img')).toHaveJSProperty('complete', true)
  expect(await cell.evaluate((element) => element.querySelectorAll('script, [onerror], [href^="javascript"]').length)).toBe(0)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  await expect(cellAt(page, 0, 1)).toHaveText('<i>plain</i>')
  // The browser tells of each handler that it parsed and did not run, even where nothing could run it.
  expect(errors.filter((text) => !text.startsWith('Executing inline event handler violates'))).toEqual([])
})

test('columns moved by hand stand on top of those that are stored, until these change', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const columns = ['c', 'b', 'a'].map((name, order) => ({ name, order, visible: true, title: name.toUpperCase() }))
  const query = await makeTable(workshop, adminCall, 'SELECT 1 AS a, uuid() AS b, 3 AS c', columns)
  await page.goto(`/queries/${query.id}`)
  await expect(headings(page)).toHaveText(['C', 'B', 'A'])
  await dragHead(page, 'A', 'C', 'before')
  await expect(headings(page)).toHaveText(['A', 'C', 'B'])
  await expect(cellAt(page, 0, 1)).toHaveText('3')
  const earlier = await cellAt(page, 0, 2).innerText()
  await executeButton(page).click()
  await expect(cellAt(page, 0, 2)).not.toHaveText(earlier)
  await expect(headings(page)).toHaveText(['A', 'C', 'B'])
  await page.reload()
  await expect(headings(page)).toHaveText(['C', 'B', 'A'])
})

test('a head is carried beyond the edge, and the table scrolls along', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({ query: `SELECT ${columnsUpTo(60)}` })
  await page.goto(`/queries/${query.id}`)
  await expect(cellAt(page, 0, 0)).toHaveText('0')
  await heading(page, 'c0').hover()
  await page.mouse.down()
  const box = await grid(page).boundingBox()
  if (box === null) throw new Error('no table')
  await page.mouse.move(box.x + box.width - 4, box.y + 10, { steps: 3 })
  await expect(heading(page, 'c59')).toBeInViewport()
  await page.mouse.move(box.x + box.width - 2, box.y + 10)
  await expect(heading(page, 'c59')).toBeInViewport({ ratio: 1 })
  await page.mouse.up()
  await expect(headings(page).last()).toHaveText('c0')
  await expect(cellAt(page, 0, 59)).toHaveText('0')
})

test('of two thousand columns the last is brought to the front by a key, and into sight', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: `SELECT ${columnsUpTo(2000)}` })
  await page.goto(`/queries/${query.id}`)
  await expect(cellAt(page, 0, 0)).toHaveText('0')
  await grid(page).focus()
  for (const key of ['ArrowDown', 'End']) await page.keyboard.press(key)
  await expect(cellAt(page, 0, 1999)).toBeInViewport()
  await page.keyboard.press('Alt+Shift+Home')
  await expect(page.getByRole('status').filter({ hasText: 'Moved c1999 to place 1 of 2000' })).toBeVisible()
  await expect(cellAt(page, 0, 0)).toHaveText('1,999')
  await expect(cellAt(page, 0, 0)).toBeInViewport()
  await expect(cellAt(page, 0, 1)).toHaveText('0')
})
