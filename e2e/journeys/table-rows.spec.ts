import { expectAccessible } from '../page.ts'
import { cellAt, executeButton, expect, TEN_ROWS, test, writeQuery } from '../queries.ts'
import { beginWithLarge, grid, heading, LARGE, LARGE_COLUMNS, sortBy } from '../result-table.ts'

beginWithLarge()

test('a click on a header sorts all rows ascending, descending and unsorted (TABLE-29)', async ({ adminPage: page }) => {
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

test('shift-click adds a column to the sort order (TABLE-30)', async ({ adminPage: page }) => {
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

test('only visible rows are in the DOM, down to the last row', async ({ adminPage: page }) => {
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '100001')
  await expect(page.getByText('100,000 rows', { exact: true })).toBeVisible()
  await grid(page).evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(cellAt(page, 99_999, 0)).toHaveText('99,999')
  await expect(cellAt(page, 99_999, 0)).toBeInViewport()
  expect(await grid(page).getByRole('row').count()).toBeLessThan(100)
})

test('keys move through the cells and open one', async ({ adminPage: page }) => {
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
  // Escape closes the dialog even before it has the focus, and the cell keeps the focus.
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
  await expect(page.getByText('You can copy up to 50,000 rows. Download the result to get all of them.')).toBeVisible()

  // Copying also loads rows that were never visible.
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

test('an opened value can be copied on an insecure origin (CTRL-07)', async ({ adminPage: page }) => {
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await grid(page).focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  const value = page.getByRole('dialog', { name: 'shuffled' })
  await value.getByRole('button', { name: 'Copy' }).click()
  await expect(value.getByRole('button', { name: 'Copied!' })).toBeFocused()
  const search = page.getByRole('textbox', { name: 'Search results' })
  await search.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(search).toHaveValue('7919')
})

test('cells are selected by dragging', async ({ adminPage: page }) => {
  await cellAt(page, 3, 0).hover()
  await page.mouse.down()
  await cellAt(page, 6, 2).hover()
  await page.mouse.up()
  const selected = page.locator('[role=gridcell][aria-selected=true]')
  await expect(selected).toHaveCount(12)

  // A fast drag leaves the table in a single move; releasing the button there ends the selection.
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

test('the search finds rows that contain a text (LIST-20)', async ({ adminPage: page }) => {
  const search = page.getByRole('textbox', { name: 'Search results' })
  await search.fill('99998')
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3')
  await expect(page.getByRole('status').filter({ hasText: '2 of 100,000 rows' })).toBeVisible()
  await expect(cellAt(page, 0, 1)).toHaveText('99,998')
  await expect(cellAt(page, 1, 0)).toHaveText('99,998')
  await search.fill('nowhere')
  await expect(page.getByText('No results matching search term.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '100001')
})

test('a row search is cleared when the columns change', async ({ adminPage: page }) => {
  await page.getByText('Edit Source').click()
  const search = page.getByRole('textbox', { name: 'Search results' })
  await search.fill('99998')
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3')
  await writeQuery(page, `${LARGE} WHERE i >= 50000`)
  await executeButton(page).click()
  await expect(page.getByText('2 of 50,000 rows')).toBeVisible()
  await expect(search).toHaveValue('99998')
  await writeQuery(page, TEN_ROWS)
  await executeButton(page).click()
  await expect(cellAt(page, 9, 1)).toHaveText('81')
  await expect(search).toHaveValue('')
})

test('the selected cells are added up, also those of rows that are not loaded yet (OPEN-211)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: `SELECT i AS n, 'row ' || i AS name FROM range(5000) t(i)` })
  await page.goto(`/queries/${query.id}`)
  await cellAt(page, 0, 0).click()
  const status = page.locator('[data-table-scroller] ~ [role=status]')
  await expect(status).toBeHidden()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(status).toHaveText('Count 3 · Sum 3 · Average 1 · Min 0 · Max 2')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(status).toHaveText('Count 6 · Numbers 3 · Sum 3 · Average 1 · Min 0 · Max 2')
  await page.keyboard.press('ControlOrMeta+A')
  await expect(status).toHaveText('Count 10,000 · Numbers 5,000 · Sum 12,497,500 · Average 2,499.5 · Min 0 · Max 4,999')
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+End')
  await expect(status).toBeHidden()
})
