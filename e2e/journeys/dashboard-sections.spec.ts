import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { addTable, addText, button, dialog, makeBoard, open, pick, positionsOf, stored, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { expect, test } from '../queries.ts'

const toggle = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an editor divides a dashboard into sections, and readers collapse them, which their browser remembers (DASH-84, DASH-88)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
  browser,
}) => {
  const board = await makeBoard(call)
  await open(page, board, '?edit=true')
  for (const name of ['Sales', 'Costs']) {
    await button(page, 'Add Section').click()
    const form = dialog(page, 'Add Section')
    await expect(button(form, 'Add to Dashboard')).toBeDisabled()
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.keyboard.press('Enter')
    await expect(widget(page, `Section ${name}`)).toBeVisible()
  }
  await addTable(call, board, await workshop.makeQuery({ name: 'Costly' }), { col: 0, row: 2, sizeX: 3, sizeY: 4 })
  await addText(call, board, 'Note on costs', { col: 3, row: 2, sizeX: 3, sizeY: 4 })
  const { widgets } = await stored(call, board)
  expect(widgets.map((one) => ('text' in one ? one.text : null))).toContain('## Sales')

  await page.reload()
  await pick(page, 'Menu of the section Costs', 'Rename…')
  await dialog(page, 'Rename Section').getByRole('textbox', { name: 'Name' }).fill('Expenses')
  await page.keyboard.press('Enter')
  await pick(page, 'Menu of the section Expenses', 'Move Up')
  await button(page, 'Done Editing').click()
  // Editing ends once everything is saved.
  await expect(page).not.toHaveURL(/edit/)
  const [sales, costs, table, note] = widgets.map(({ id }) => id)
  const places = await positionsOf(call, board)
  expect([costs, table, note, sales].map((id) => places[id ?? 0]?.row)).toEqual([0, 1, 1, 5])

  await expect(widget(page, 'Costly – Table')).toBeVisible()
  await expectAccessible(page)
  await toggle(page, 'Expenses').press('Enter')
  await expect(toggle(page, 'Expenses')).toHaveAttribute('aria-expanded', 'false')
  await expect(widget(page, 'Costly – Table')).toHaveCount(0)
  await expect(page.getByText('2 widgets', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`collapsed=${costs}`))
  await page.goto('about:blank')
  await open(page, board)
  await expect(page).toHaveURL(new RegExp(`collapsed=${costs}`))
  await expect(toggle(page, 'Expenses')).toHaveAttribute('aria-expanded', 'false')
  await toggle(page, 'Expenses').click()
  await expect(page).not.toHaveURL(/collapsed/)
  await open(page, board)
  await expect(widget(page, 'Costly – Table')).toBeVisible()
  await expect(page).not.toHaveURL(/collapsed/)

  const { public_url } = await call(api.dashboards.share, { params: { slug: String(board.id) } })
  const visitor = await browser.newPage({ viewport: { width: 390, height: 800 } })
  const results: string[] = []
  visitor.on('request', (request) => {
    if (/\/api\/queries\/\d+\/results/.test(request.url())) results.push(request.url())
  })
  await visitor.goto(`${public_url}?collapsed=${costs}`)
  await expect(toggle(visitor, 'Sales')).toBeVisible()
  await expect(visitor.getByText('Note on costs')).toHaveCount(0)
  expect(results).toEqual([])
  await toggle(visitor, 'Expenses').click()
  await expect(visitor.getByText('Note on costs')).toBeVisible()
  await expect.poll(() => results.length).toBeGreaterThan(0)
  await visitor.close()

  await open(page, board, '?edit=true')
  await pick(page, 'Menu of the section Expenses', 'Delete Section')
  const sure = dialog(page, 'Delete Section')
  await expect(sure).toContainText('Its widgets stay on the dashboard.')
  await button(sure, 'Delete').click()
  await expect(widget(page, 'Section Expenses')).toHaveCount(0)
  await expect(widget(page, 'Costly – Table')).toBeVisible()
})
