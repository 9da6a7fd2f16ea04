import type { Locator, Page } from '@playwright/test'
import { addTable, button, makeBoard, open } from '../boards.ts'
import { expectAccessible, setTheme } from '../page.ts'
import { cellAt, expect, test } from '../queries.ts'
import { grid, heading, headings, makeTable } from '../result-table.ts'
import { previewOf, savedOptions, visualizationEditor } from '../visualization-editor.ts'

/** More rows than the first window of a result has. */
const DELAYS = `SELECT i AS id, CASE i % 3 WHEN 0 THEN 'late' WHEN 1 THEN 'on time' END AS status,
  i - 100 AS delta, 9007199254740993 + i AS big FROM range(340) t(i)`

const background = (cell: Locator) => cell.evaluate((element) => getComputedStyle(element).backgroundColor)
const bar = (cell: Locator) => cell.evaluate((element) => getComputedStyle(element).backgroundImage)
const pale = 'rgb(251, 218, 215)'

async function openMenu(page: Page, name: string) {
  // The name of the head of a filtered column begins with "filtered".
  await grid(page)
    .getByRole('columnheader', { name: new RegExp(`^(filtered )?${name}`) })
    .hover()
  await page.getByTitle(`Menu of ${name}`).click()
  return page.getByRole('menu', { name: `Menu of ${name}` })
}

async function choose(page: Page, column: string, entry: string) {
  const menu = await openMenu(page, column)
  await menu.getByRole('menuitem', { name: entry }).click()
}

const filterOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Filter by ${name}` })

async function select(within: Locator, label: string, option: string) {
  await within.getByRole('combobox', { name: label, exact: true }).click()
  await within.page().getByRole('option', { name: option, exact: true }).click()
}

test('the editor colors cells and rows by rules, and a widget shows them in both themes (TABLE-45)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: DELAYS })
  await page.goto(`/queries/${query.id}`)
  await button(page.getByRole('main'), 'Edit Visualization').click()
  const editor = visualizationEditor(page)
  await button(editor.getByRole('list', { name: 'Columns' }), 'status').click()
  await button(editor, 'Add Color Rule').click()
  const rule = editor.getByRole('group', { name: 'Rule 1' })
  await expect(rule.getByText('Enter a value.')).toBeVisible()
  await rule.getByRole('textbox', { name: 'Value' }).fill('late')
  const late = previewOf(page).getByRole('row').filter({ hasText: 'late' }).first().getByRole('gridcell')
  await expect.poll(() => background(late.nth(1))).toBe(pale)
  await select(rule, 'Apply to', 'Background of the row')
  await expect.poll(() => background(late.nth(2))).toBe(pale)
  const isCut = (field: Element) => field.scrollWidth > field.clientWidth
  expect(await rule.getByRole('combobox', { name: 'Apply to' }).evaluate(isCut)).toBe(false)
  await expectAccessible(page)
  expect((await savedOptions(page)).columns[1].colorRules).toEqual([
    { condition: 'is', value: 'late', to: '', column: null, color: 'red', target: 'background', wholeRow: true },
  ])

  const board = await makeBoard(adminCall)
  await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 6, sizeY: 8 })
  await open(page, board)
  await expect.poll(() => background(cellAt(page, 0, 0))).toBe(pale)
  await expect(cellAt(page, 0, 1)).toHaveText('late')
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    await expectAccessible(page)
  }
  await expect.poll(() => background(cellAt(page, 0, 0))).toBe('rgb(74, 36, 34)')
  await expect.poll(() => background(cellAt(page, 1, 0))).toBe('rgba(0, 0, 0, 0)')
})

test('bars and heat span all rows of the result, also those that are not loaded, whatever is searched (TABLE-46)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await makeTable(workshop, adminCall, DELAYS, [
    { name: 'id', order: 0, cellFill: 'heat', fillColor: 'green' },
    { name: 'status', order: 1, allowSearch: true },
    { name: 'delta', order: 2, cellFill: 'bars' },
  ])
  await page.goto(`/queries/${query.id}`)
  // From -100 to 239: zero stands at 29.5 percent of the width.
  await expect.poll(() => bar(cellAt(page, 0, 2))).toContain('0%, rgb(181, 206, 251) 0%, rgb(181, 206, 251) 29.5%')
  expect(await background(cellAt(page, 0, 0))).toBe('rgb(255, 255, 255)')
  await page.getByPlaceholder('Search in Table...').fill('late')
  await expect(cellAt(page, 1, 2)).toHaveText('-97')
  expect(await bar(cellAt(page, 1, 2))).toContain('rgb(181, 206, 251) 0.88%')
})

test('totals are exact, stay in view, and are of all rows that match (TABLE-47)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await makeTable(workshop, adminCall, DELAYS, [
    { name: 'id', order: 0, total: 'average' },
    { name: 'status', order: 1, total: 'distinct', allowSearch: true },
    { name: 'delta', order: 2, total: 'min' },
    { name: 'big', order: 3, total: 'sum' },
  ])
  await page.goto(`/queries/${query.id}`)
  const foot = grid(page)
    .getByRole('row', { name: /^Totals/ })
    .first()
  await expect(foot.getByRole('gridcell')).toHaveText([
    'Average 169.5',
    'Different values 2',
    'Smallest -100',
    'Sum 3,062,447,746,611,995,250',
  ])
  await expect(page.getByText('Totals of 340 rows.', { exact: true })).toBeVisible()
  await expect(foot).toBeInViewport()
  await grid(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ControlOrMeta+End')
  await expect(cellAt(page, 339, 0)).toBeInViewport({ ratio: 1 })
  await expect(foot).toBeInViewport()
  await page.getByPlaceholder('Search in Table...').fill('late')
  await expect(page.getByText('Totals of 114 rows that match.')).toBeVisible()
  await expect(foot.getByRole('gridcell').first()).toHaveText('Average 169.5')
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    await expectAccessible(page)
  }
})

test('the menu of a column filters, sorts, pins and hides for the reader alone, until the table is reset (TABLE-48)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: DELAYS })
  await page.goto(`/queries/${query.id}`)
  await choose(page, 'status', 'Filter…')
  await filterOf(page, 'status').getByRole('checkbox', { name: 'late' }).check()
  await expectAccessible(page)
  await button(filterOf(page, 'status'), 'Apply').click()
  await expect(page.getByText('114 of 340 rows')).toBeVisible()
  await expect(grid(page)).toBeFocused()

  await choose(page, 'delta', 'Filter…')
  await filterOf(page, 'delta').getByRole('textbox', { name: 'From' }).fill('much')
  await button(filterOf(page, 'delta'), 'Apply').click()
  await expect(filterOf(page, 'delta').getByText('Enter a number.')).toBeVisible()
  await filterOf(page, 'delta').getByRole('textbox', { name: 'From' }).fill('200')
  await button(filterOf(page, 'delta'), 'Apply').click()
  await expect(page.getByText('14 of 340 rows')).toBeVisible()
  await choose(page, 'delta', 'Sort Descending')
  await expect(cellAt(page, 0, 2)).toHaveText('239')

  // By keyboard: the menu of the selected cell, then its entries.
  await cellAt(page, 0, 3).click()
  await page.keyboard.press('m')
  const menu = page.getByRole('menu', { name: 'Menu of big' })
  await expect(menu.and(page.locator(':focus-within'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await choose(page, 'big', 'Pin to the Left')
  await expect(headings(page)).toHaveText(['big', 'id', 'status', 'delta'])
  await expect(cellAt(page, 0, 3)).toHaveText('239')
  await choose(page, 'id', 'Hide Column')
  await expect(headings(page)).toHaveText(['big', 'status', 'delta'])

  await button(page.getByRole('main'), 'Clear Filters').click()
  await expect(page.getByText('of 340 rows')).toBeHidden()
  await choose(page, 'delta', 'Reset Table')
  await expect(headings(page)).toHaveText(['id', 'status', 'delta', 'big'])
  await expect(cellAt(page, 0, 2)).toHaveText('-100')
  await choose(page, 'status', 'Filter…')
  await filterOf(page, 'status').getByRole('textbox', { name: 'Contains' }).fill('ON T')
  await page.keyboard.press('Enter')
  await expect(page.getByText('113 of 340 rows')).toBeVisible()
  await page.reload()
  await expect(cellAt(page, 0, 0)).toHaveText('0')
  await expect(page.getByText('of 340 rows')).toBeHidden()
})

test('a pinned column stays in view while the others scroll (TABLE-48)', async ({ adminPage: page, adminCall, workshop }) => {
  const wide = Array.from({ length: 40 }, (_, i) => `${i} AS c${i}`).join(', ')
  const query = await makeTable(workshop, adminCall, `SELECT ${wide}`, [
    ...Array.from({ length: 40 }, (_, order) => ({ name: `c${order}`, order, pinned: order === 3 })),
  ])
  await page.goto(`/queries/${query.id}`)
  await expect(headings(page).first()).toHaveText('c3')
  await grid(page).focus()
  for (const key of ['ArrowDown', 'End']) await page.keyboard.press(key)
  await expect(cellAt(page, 0, 39)).toBeInViewport({ ratio: 1 })
  await expect(cellAt(page, 0, 0)).toHaveText('3')
  await expect(cellAt(page, 0, 0)).toBeInViewport({ ratio: 1 })
  await cellAt(page, 0, 0).click()
  await expect(cellAt(page, 0, 0)).toHaveAttribute('aria-selected', 'true')
})

test('in the editor the menu of a column changes what is stored (TABLE-48)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({ query: DELAYS })
  await page.goto(`/queries/${query.id}`)
  await button(page.getByRole('main'), 'Edit Visualization').click()
  const preview = previewOf(page)
  const pickEntry = async (column: string, entry: string) => {
    await preview.getByRole('columnheader', { name: column }).hover()
    await preview.getByTitle(`Menu of ${column}`).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await pickEntry('id', 'Hide Column')
  await pickEntry('delta', 'Sort Descending')
  await pickEntry('status', 'Filter…')
  await filterOf(page, 'status').getByRole('checkbox', { name: 'late' }).check()
  await button(filterOf(page, 'status'), 'Apply').click()
  await expect(preview.getByText('114 of 340 rows')).toBeVisible()
  expect(await savedOptions(page)).toMatchObject({
    columns: [{ name: 'id', visible: false }, {}, {}, {}],
    sort: [{ column: 'delta', descending: true }],
    filters: [{ column: 'status', kind: 'is', values: ['late'] }],
  })
  await expect(page.getByText('114 of 340 rows')).toBeVisible()
  await expect(cellAt(page, 0, 1)).toHaveText('239')
  await expect(headings(page)).toHaveText(['status', 'delta', 'big'])
})

test('adjacent columns of one group stand under a shared head (TABLE-49)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({ query: 'SELECT 1 AS region, 2 AS a, 3 AS b, 4 AS c' })
  await page.goto(`/queries/${query.id}`)
  await button(page.getByRole('main'), 'Edit Visualization').click()
  const editor = visualizationEditor(page)
  for (const name of ['a', 'b']) {
    const column = button(editor.getByRole('list', { name: 'Columns' }), name)
    await column.click()
    await editor.getByRole('textbox', { name: 'Group' }).fill('Sales')
    await column.click()
  }
  const head = previewOf(page).getByRole('columnheader', { name: 'Sales' })
  await expect(head).toHaveAttribute('aria-colspan', '2')
  await expect(head).toHaveAttribute('aria-colindex', '3')
  await expectAccessible(page)
  expect((await savedOptions(page)).columns).toMatchObject([{}, { group: 'Sales' }, { group: 'Sales' }, {}])
  const shown = grid(page).getByRole('columnheader', { name: 'Sales' })
  const [box, first, second] = await Promise.all(
    [shown, heading(page, 'a'), heading(page, 'b')].map((one) => one.boundingBox()),
  )
  expect(box?.x).toBe(first?.x)
  expect(box?.width).toBe((first?.width ?? 0) + (second?.width ?? 0))
})

test('the menu of a column changes its format and its total, and opens an exploration by it (TABLE-52)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Delays', query: DELAYS })
  await page.goto(`/queries/${query.id}`)
  await expect(button(heading(page, 'delta'), 'Menu of delta')).toHaveAttribute('aria-haspopup', 'menu')
  await choose(page, 'delta', 'Format…')
  const format = page.getByRole('dialog', { name: 'Format of delta' })
  await format.getByRole('combobox', { name: 'Number format' }).click()
  await page.getByRole('option', { name: /^Decimals/ }).click()
  await expect(cellAt(page, 0, 2)).toHaveText('-100.00')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(format).toBeHidden()

  const menu = await openMenu(page, 'delta')
  await menu.getByRole('menuitem', { name: 'Summarize' }).press('ArrowRight')
  await expect(page.getByRole('menuitemradio', { name: 'None' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'Largest' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByText('Largest 239.00')).toBeVisible()
  await choose(page, 'delta', 'Reset Table')
  await expect(cellAt(page, 0, 2)).toHaveText('-100')
  await expect(page.getByText('Largest')).toBeHidden()

  await choose(page, 'status', 'Filter…')
  await filterOf(page, 'status').getByRole('checkbox', { name: 'late' }).check()
  await button(filterOf(page, 'status'), 'Apply').click()
  await choose(page, 'status', 'Group by This Column')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore: Delays')
  await expect(page.getByText('filtered: 114 of 340 rows')).toBeVisible()
  await expect(grid(page).getByRole('row').nth(1)).toContainText('late')
})

test('a sorted table has subtotals of all rows of a group, whose rows can be hidden (TABLE-51)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Delays', query: DELAYS })
  const { id } = await workshop.makeVisualization(query, 'TABLE', 'By status', {
    sort: [{ column: 'status', descending: false }],
    columns: [{ name: 'delta', total: 'sum' }],
  })
  await page.goto(`/queries/${query.id}#${id}`)
  await button(page.getByRole('main'), 'Edit Visualization').click()
  await visualizationEditor(page).getByRole('tab', { name: 'Grid' }).click()
  await visualizationEditor(page).getByRole('switch', { name: 'Show Subtotals' }).click()
  expect(await savedOptions(page)).toMatchObject({ subtotals: true })

  const line = (name: string) => grid(page).getByRole('row').filter({ hasText: name })
  const toggle = (name: string) => button(grid(page), `Rows of ${name}`)
  await expect(cellAt(page, 0, 1)).toHaveText('late')
  // Three groups: 114 late rows, 113 on time, and 113 without a status.
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(340 + 3 + 1 + 2))
  await grid(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ControlOrMeta+End')
  await expect(line('— Total')).toContainText('7,910')
  await page.keyboard.press('Enter')
  await expect(line('— · 113 rows')).toContainText('7,910')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowDown')
  await expect(cellAt(page, 0, 1)).toHaveText('late')
  for (let pages = 0; pages < 12 && (await toggle('late').isHidden()); pages++) await page.keyboard.press('PageDown')
  await expect(line('late Total')).toContainText('7,923')
  await toggle('late').click()
  await expect(grid(page)).toBeFocused()
  await expect(line('late · 114 rows')).toContainText('7,923')
  await expect(toggle('late')).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText('Totals of 340 rows.', { exact: true })).toBeVisible()
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    await expectAccessible(page)
  }
})
