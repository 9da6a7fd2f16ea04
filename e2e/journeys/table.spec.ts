import { visualizations } from '@sightline/contract/visualizations.ts'
import { addTable, makeBoard } from '../boards.ts'
import { expectAccessible, watchConsole } from '../page.ts'
import { cellAt, expect, test } from '../queries.ts'
import { grid, headings, makeTable } from '../result-table.ts'

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

test('the editor hides, moves, titles and aligns columns and sets their display (TABLE-05, TABLE-06, TABLE-07, TABLE-08, TABLE-12)', async ({
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

  // `hover` waits until the element stops moving.
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

test('a table is paged and searched as its columns are set (TABLE-02, TABLE-03, TABLE-10, TABLE-11, TABLE-31, OPEN-12, OPEN-13)', async ({
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
  const board = await makeBoard(adminCall)
  await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 6, sizeY: 8 })
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await page.goto(`/dashboard/${board.slug}`)
  await expect(pages).toContainText('1–25 of 120')
  await page.goto(`/queries/${query.id}`)
  // Without stored options, pages have fifty rows and the page search covers all columns.
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

  // With a searchable column, a search box above the table replaces the one of the page.
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  const editor = page.getByRole('dialog', { name: 'Visualization Editor' })
  const list = editor.getByRole('list', { name: 'Columns' })
  await expect(editor.getByRole('searchbox')).toHaveCount(0)
  await list.getByRole('button', { name: 'kind', exact: true }).click()
  await editor.getByRole('switch', { name: 'Use for search' }).click()
  await expect(editor.getByRole('searchbox', { name: 'Search in Table...' })).toBeVisible()
  await editor.getByRole('tab', { name: 'Grid' }).click()
  const itemsPerPage = editor.getByRole('combobox', { name: 'Items per Page' })
  await expect(itemsPerPage).toHaveValue('25')
  await expect(editor.getByRole('navigation', { name: 'Pages' })).toContainText('1–25 of 120')
  await itemsPerPage.click()
  const sizes = ['5', '10', '15', '20', '25', '50', '100', '150', '200', '250']
  await expect(page.getByRole('option')).toHaveText(sizes)
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
  // Sixty rows fit on one page of a hundred.
  await expect(pages).toHaveCount(0)
  await expectAccessible(page)
  await search.fill('note')
  await expect(page.getByText('No results matching search term.')).toBeVisible()

  // A stored size outside the list is kept and added to the list.
  const [table] = query.visualizations
  await adminCall(visualizations.update, { params: { id: table?.id ?? 0 }, body: { options: { itemsPerPage: 33 } } })
  await page.goto(`/dashboard/${board.slug}`)
  await expect(pages).toContainText('1–33 of 120')
  await page.goto(`/queries/${query.id}`)
  await expect(pages).toContainText('1–33 of 120')
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  await editor.getByRole('tab', { name: 'Grid' }).click()
  await itemsPerPage.click()
  await expect(page.getByRole('option')).toHaveText([...sizes, '33'].sort((one, other) => Number(one) - Number(other)))
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
