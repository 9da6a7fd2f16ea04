import type { Page } from '@playwright/test'
import { expectAccessible, setTheme } from '../page.ts'
import { cellAt, executeButton, expect, test } from '../queries.ts'
import { beginWithLarge, grid, heading, headings, LARGE_COLUMNS, makeTable, sortBy } from '../result-table.ts'

/** Presses the mouse on a header. @returns a function that drags it to one side of another header without releasing */
async function takeHead(page: Page, name: string) {
  await heading(page, name).hover()
  await page.mouse.down()
  return async (other: string, side: 'before' | 'after') => {
    const box = await heading(page, other).boundingBox()
    if (box === null) throw new Error(`the column ${other} is not in sight`)
    // A fast drag leaves the header row in a single move.
    await page.mouse.move(box.x + (side === 'before' ? 4 : box.width - 8), box.y + 90)
  }
}

async function dragHead(page: Page, name: string, other: string, side: 'before' | 'after') {
  const carry = await takeHead(page, name)
  await carry(other, side)
  await page.mouse.up()
}

const widthOf = (page: Page, name: string) => heading(page, name).evaluate((head) => head.getBoundingClientRect().width)
const columnsUpTo = (count: number) => Array.from({ length: count }, (_, i) => `${i} AS c${i}`).join(', ')

test.describe('a table of three columns', () => {
  beginWithLarge()

  test('moves a dragged column together with its cells, selection, width and copies', async ({ adminPage: page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await cellAt(page, 2, LARGE_COLUMNS.shuffled).click()
    const wide = (await widthOf(page, 'shuffled')) + 48
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect.poll(() => widthOf(page, 'shuffled')).toBe(wide)
    await dragHead(page, 'shuffled', 'third', 'after')
    await expect(headings(page)).toHaveText(['n', 'third', 'shuffled'])
    // The drag must not count as a click that sorts.
    await expect(heading(page, 'shuffled')).toHaveAttribute('aria-sort', 'none')
    await expect(heading(page, 'shuffled')).toHaveAttribute('aria-colindex', '4')
    await expect(page.getByRole('status').filter({ hasText: 'Moved shuffled to position 3 of 3' })).toBeVisible()
    await expect.poll(() => widthOf(page, 'shuffled')).toBe(wide)
    await expect(cellAt(page, 2, 2)).toHaveText('15,838')
    await expect(cellAt(page, 2, 2)).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(1)

    await grid(page).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ControlOrMeta+c')
    await expect(page.getByText('2 cells copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('2\t15838')

    // Sorting, searching and scrolling keep the column order.
    await sortBy(page, 'shuffled')
    await expect(cellAt(page, 1, 2)).toHaveText('1')
    await page.getByRole('textbox', { name: 'Search results' }).fill('99998')
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '3')
    await expect(headings(page)).toHaveText(['n', 'third', 'shuffled'])
  })

  test('changes nothing when a drag ends with Escape or at the same place', async ({ adminPage: page }) => {
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

  test('moves, widens, narrows and fits the selected columns by keyboard', async ({ adminPage: page }) => {
    await grid(page).focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'Alt+Shift+ArrowRight']) await page.keyboard.press(key)
    await expect(headings(page)).toHaveText(['shuffled', 'n', 'third'])
    await expect(page.getByRole('status').filter({ hasText: 'Moved n to position 2 of 3' })).toBeVisible()
    await expect(cellAt(page, 1, 1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect(headings(page)).toHaveText(['third', 'shuffled', 'n'])
    await expect(page.getByRole('status').filter({ hasText: 'Moved 2 columns to positions 2 to 3 of 3' })).toBeVisible()
    await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(2)

    const [before, other] = [await widthOf(page, 'n'), await widthOf(page, 'third')]
    for (const key of ['+', '+', '+']) await page.keyboard.press(key)
    await expect.poll(() => widthOf(page, 'n')).toBe(before + 72)
    await page.keyboard.press('-')
    await expect.poll(() => widthOf(page, 'n')).toBe(before + 48)
    await page.keyboard.press('0')
    await expect.poll(() => widthOf(page, 'n')).toBe(before)
    expect(await widthOf(page, 'third')).toBeGreaterThanOrEqual(other)
    // The keys must not trigger navigation in the browser.
    await expect(page).toHaveURL(/queries\/\d+/)
  })
})

test('keeps the order of columns moved by hand across runs and restores the stored order on reload', async ({
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

test('scrolls when a header is dragged beyond the edge', async ({ adminPage: page, workshop }) => {
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

test('moves the last of two thousand columns to the front by keyboard and scrolls to it', async ({
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
  await expect(page.getByRole('status').filter({ hasText: 'Moved c1999 to position 1 of 2000' })).toBeVisible()
  await expect(cellAt(page, 0, 0)).toHaveText('1,999')
  await expect(cellAt(page, 0, 0)).toBeInViewport()
  await expect(cellAt(page, 0, 1)).toHaveText('0')
})

const card = (page: Page, name: string) => page.getByRole('dialog', { name: `Values of ${name}` })
const facts = (page: Page, name: string) => card(page, name).locator('dl > div')

async function showValues(page: Page, name: string) {
  await heading(page, name).hover()
  await page.getByTitle(`Menu of ${name}`).click()
  await page.getByRole('menuitem', { name: 'Column Values' }).click()
}

test.describe('the values of a column', () => {
  beginWithLarge()

  test('are shown by the menu of its head, of the rows that match a search (OPEN-206)', async ({ adminPage: page }) => {
    await showValues(page, 'third')
    await expect(facts(page, 'third')).toHaveText([
      'Emptynone',
      'Different values3',
      'Smallest0',
      'Largest2',
      'Average0.99999',
      'Median1',
    ])
    await expect(card(page, 'third').getByRole('img', { name: 'Distribution from 0 to 2' })).toBeVisible()
    await expect(card(page, 'third').getByRole('listitem')).toHaveText(['033%', '133%', '233%'])
    await expect(card(page, 'third').getByText('In 100,000 rows')).toBeVisible()
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme)
      await expectAccessible(page)
    }
    await page.keyboard.press('Escape')
    await expect(card(page, 'third')).toBeHidden()
    await expect(grid(page)).toBeFocused()

    await page.getByRole('textbox', { name: 'Search results' }).fill('99999')
    await expect(cellAt(page, 0, LARGE_COLUMNS.n)).toHaveText('82,321')
    await showValues(page, 'n')
    await expect(card(page, 'n').getByText('In 2 rows that match')).toBeVisible()
  })
})

test('the values of a column are shown by the key I, and again after a failure (OPEN-206)', async ({
  failingPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: 'SELECT i AS n FROM range(50) t(i)' })
  await page.goto(`/queries/${query.id}`)
  await cellAt(page, 0, 0).click()
  await page.context().setOffline(true)
  await page.keyboard.press('i')
  await expect(card(page, 'n').getByText('The values could not be loaded.')).toBeVisible()
  await page.context().setOffline(false)
  await card(page, 'n').getByRole('button', { name: 'Try Again' }).click()
  await expect(facts(page, 'n').filter({ hasText: 'Different values' })).toHaveText('Different values50')
  // Values that occur once each are not listed.
  await expect(card(page, 'n').getByText('Most frequent')).toBeHidden()
})
