import type { Locator, Page } from '@playwright/test'
import { addText, button, makeBoard, open, positionsOf } from '../boards.ts'
import { expectAccessible, setTheme } from '../page.ts'
import { cellAt, editorOf, expect, openNewQuery, TEN_ROWS, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'

const TWO_SERIES = 'SELECT i AS n, i * i AS squared, 10 * i AS tens FROM range(10) t(i)'
const options = { globalSeriesType: 'column', columnMapping: { n: 'x', squared: 'y', tens: 'y' } }

const announced = (page: Page, text: string | RegExp) =>
  page.locator('[role=status], [aria-live=polite]').filter({ hasText: text })

/** Fails if the element with the focus is the document, where it is lost for users of the keyboard. */
async function expectFocusKept(page: Page): Promise<void> {
  await expect(page.locator('main:focus, main :focus, header :focus, [role=dialog] :focus')).toHaveCount(1)
}

test('a chart is walked point by point with the keyboard, and each point is named (OPEN-358)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Walked', query: TWO_SERIES })
  const chart = await workshop.makeVisualization(query, 'CHART', 'Numbers', options)
  await page.goto(`/queries/${query.id}#${chart.id}`)
  const points = page.getByRole('slider', { name: 'Points of the chart Numbers' })
  await points.focus()
  await expect(points).toHaveAttribute('aria-valuetext', 'squared, 0, 0, 1 of 10')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(points).toHaveAttribute('aria-valuetext', 'squared, 2, 4, 3 of 10')
  await page.keyboard.press('ArrowDown')
  await expect(points).toHaveAttribute('aria-valuetext', 'tens, 2, 20, 3 of 10')
  // The tooltip shows where the keyboard is.
  await expect(page.getByText('20', { exact: true })).toBeVisible()
  await page.keyboard.press('End')
  await expect(points).toHaveAttribute('aria-valuenow', '10')
  await expectAccessible(page)
})

test('charts have patterns besides colours if the system asks for contrast, or if the reader does (OPEN-359)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Patterned', query: TWO_SERIES })
  const chart = await workshop.makeVisualization(query, 'CHART', 'Numbers', { ...options, legend: { enabled: true } })
  await page.goto(`/queries/${query.id}#${chart.id}`)
  const swatches = page.getByRole('list', { name: 'Legend' }).locator('[data-pattern]')
  await expect(page.getByRole('list', { name: 'Legend' })).toBeVisible()
  await expect(swatches).toHaveCount(0)
  await page.emulateMedia({ contrast: 'more' })
  await expect(swatches).toHaveCount(2)
  await page.getByRole('button', { name: /^Profile of/ }).click()
  const choice = page.getByRole('menuitemcheckbox', { name: 'Patterns in Charts' })
  await expect(choice).toHaveAttribute('aria-checked', 'true')
  await choice.click()
  await expect(swatches).toHaveCount(0)
  await page.emulateMedia({ contrast: null })
  await choice.click()
  await expect(swatches).toHaveCount(2)
})

test('the focus is kept when a page is opened, and when its control is removed or disabled (OPEN-360)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Kept focus' })
  await page.goto('/queries?q=Kept+focus')
  await page.getByRole('link', { name: 'Kept focus' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Kept focus' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(announced(page, /^Kept focus$/)).toBeAttached()

  await page.goto(`/queries/${query.id}/source`)
  await button(page, 'Publish').press('Enter')
  await expectToast(page, 'Query saved and published')
  await expect(button(page, 'Publish')).toBeHidden()
  await expectFocusKept(page)

  const board = await makeBoard(adminCall)
  await addText(adminCall, board, 'First', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
  await addText(adminCall, board, 'Second', { col: 3, row: 0, sizeX: 3, sizeY: 4 })
  await open(page, board, '?edit=true')
  await page.getByRole('button', { name: 'Remove widget' }).first().press('Enter')
  const confirm = page.getByRole('dialog').getByRole('button', { name: /Delete|Remove/ })
  if (await confirm.isVisible()) await confirm.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove widget' })).toHaveCount(1)
  await expectFocusKept(page)
})

test('the end of a run, and what a search or another order of a list has found, are announced (OPEN-361)', async ({
  adminPage: page,
  workshop,
}) => {
  await openNewQuery(page, TEN_ROWS)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(announced(page, 'Query finished: 10 rows')).toBeAttached()
  await expect(editorOf(page)).toBeFocused()

  await workshop.makeQuery({ name: 'Announced in a list' })
  await page.goto('/queries')
  await page.getByRole('searchbox').fill('Announced in')
  await expect(announced(page, /^1 found$/)).toBeAttached()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('columnheader').getByRole('button', { name: 'Name' }).press('Enter')
  await expect(announced(page, /ordered by name/)).toBeAttached()
})

test('widgets and columns are moved and resized by clicks alone (OPEN-362)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeBoard(adminCall)
  const { id } = await addText(adminCall, board, 'Movable', { col: 0, row: 0, sizeX: 2, sizeY: 4 })
  await open(page, board, '?edit=true')
  for (const step of ['Move Right', 'Wider']) {
    await button(page, 'Widget menu').click()
    await page.getByRole('menuitem', { name: 'Move and Resize' }).click()
    await page.getByRole('menuitem', { name: step }).click()
    await expect(page.getByRole('menuitem', { name: step })).toBeHidden()
  }
  await expect(announced(page, 'Column 2, row 1, 3 wide, 4 high.')).toBeAttached()
  await expect(async () => {
    expect(await positionsOf(adminCall, board)).toMatchObject({ [id]: { col: 1, sizeX: 3 } })
  }).toPass()

  const query = await workshop.makeRunQuery({ name: 'Movable columns' })
  await page.goto(`/queries/${query.id}`)
  await expect(cellAt(page, 1, 1)).toHaveText('1')
  const heads = page.getByRole('columnheader')
  await heads.filter({ hasText: 'n' }).first().hover()
  await page.getByRole('button', { name: 'Menu of n' }).click()
  await page.getByRole('menuitem', { name: 'Move and Resize' }).click()
  await expect(page.getByRole('menuitem', { name: 'Move Left' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Move Right' }).click()
  await expect(announced(page, 'Moved n to position 2 of 2')).toBeAttached()
})

test('the dividers of the query page are moved by clicks alone, and a double click restores them (OPEN-557)', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, TEN_ROWS)
  await page.keyboard.press('Escape')
  const editor = page.locator('.cm-editor')
  const heightOf = async () => Math.round((await editor.boundingBox())?.height ?? 0)
  const divider = page.getByRole('separator', { name: 'Height of the editor' })
  const before = await heightOf()
  await divider.click()
  await page.getByRole('menuitem', { name: 'Move Down' }).click()
  await expect.poll(heightOf).toBeGreaterThan(before + 40)
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Move Up' }).click()
  await page.getByRole('menuitem', { name: 'Move Up' }).click()
  await expect.poll(heightOf).toBeLessThan(before - 40)
  await page.getByRole('menuitem', { name: 'Restore Default Size' }).click()
  await expect.poll(heightOf).toBe(before)

  const tree = page.getByRole('separator', { name: 'Width of the schema' })
  const place = async () => Math.round((await tree.boundingBox())?.x ?? 0)
  const from = await place()
  await tree.click()
  await page.getByRole('menuitem', { name: 'Move Right' }).click()
  await expect.poll(place).toBeGreaterThan(from + 40)
  await page.keyboard.press('Escape')
  await tree.dblclick()
  await expect.poll(place).toBe(from)
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('in forced colours the chosen tab, cells and types stand out, and dialogs have an edge (OPEN-363)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Forced colours' })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/queries/${query.id}`)
  const backgroundOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).backgroundColor)
  await cellAt(page, 1, 1).click()
  const plain = await backgroundOf(cellAt(page, 2, 0))
  expect(await backgroundOf(cellAt(page, 1, 1))).not.toBe(plain)
  const tab = page.getByRole('tab', { name: 'Table' })
  expect(await backgroundOf(tab)).toBe(await backgroundOf(cellAt(page, 1, 1)))
  await page.keyboard.press('Enter')
  const opened = page.getByRole('dialog').first()
  await expect(opened).toBeVisible()
  expect(await opened.evaluate((one) => getComputedStyle(one).borderTopStyle)).toBe('solid')
  await page.emulateMedia({ forcedColors: null })
})

test('widgets are read and reached in the order in which they stand, whatever the order of their creation (OPEN-364)', async ({
  adminPage: page,
  adminCall,
}) => {
  const board = await makeBoard(adminCall)
  for (const [text, col, row] of [
    ['Third', 0, 4],
    ['Second', 3, 0],
    ['First', 0, 0],
  ] as const)
    await addText(adminCall, board, text, { col, row, sizeX: 3, sizeY: 4 })
  await open(page, board)
  await expect(page.locator('[data-grid-item]')).toHaveText([/First/, /Second/, /Third/])
})

test('no page scrolls sideways at 320 by 256 pixels, which is a zoom of 400 %, and the editor and the table keep their room (OPEN-365)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Zoomed in' })
  await page.setViewportSize({ width: 320, height: 256 })
  const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0
  const sidewaysScroll = () => page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
  for (const path of ['/', '/queries', '/dashboards', '/alerts/new', '/users/me', `/queries/${query.id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Once the parts of the page that load last have their place.
    await expect.poll(sidewaysScroll, path).toBeLessThanOrEqual(0)
  }
  // These are loaded last, and stand in a row that scrolls.
  await expect(page.getByRole('button', { name: /^Keep / }).nth(2)).toBeAttached()
  expect(await sidewaysScroll()).toBeLessThanOrEqual(0)
  await expect(page.getByRole('grid')).toBeVisible()
  expect(await heightOf(page.getByRole('grid'))).toBeGreaterThan(100)
  await page.goto(`/queries/${query.id}/source`)
  await expect(editorOf(page)).toBeVisible()
  expect(await heightOf(page.locator('.cm-editor'))).toBeGreaterThan(100)
})

test('the dialogs and menus of a query are accessible in both themes (OPEN-366)', async ({ adminPage: page, workshop }) => {
  test.slow()
  const query = await workshop.makeRunQuery({ name: 'Dialogs' })
  for (const theme of ['light', 'dark'] as const) {
    await page.goto(`/queries/${query.id}/source`)
    await expect(cellAt(page, 1, 1)).toBeVisible()
    await setTheme(page, theme)
    await page.getByRole('button', { name: /^Profile of/ }).click()
    await expect(page.getByRole('menuitemcheckbox', { name: 'Patterns in Charts' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: 'Edit tags' })
      .or(page.getByRole('button', { name: /Add tag/i }))
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await button(page, 'New Visualization').click()
    await expect(page.getByRole('region', { name: 'Settings of the visualization' })).toBeVisible()
    await expectAccessible(page)
  }
})

test('buttons are named without their keys, the name of a query is heard once, and its tags are a list (OPEN-722)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Heard once', tags: ['alpha', 'beta'] })
  await page.goto(`/queries/${query.id}/source`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('Heard once')
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['alpha', 'beta'])
  for (const [name, keys] of [
    ['Save', /^(Control|Meta)\+S$/],
    ['Execute', /^(Control|Meta)\+Enter$/],
  ] as const)
    await expect(button(page, name)).toHaveAttribute('aria-keyshortcuts', keys)
})
