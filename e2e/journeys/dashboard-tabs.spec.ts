import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { addTable, addText, button, dialog, makeBoard, open, pick, stored, widget } from '../boards.ts'
import { type AdminCall, expectAccessible } from '../page.ts'
import { expect, test } from '../queries.ts'

const place = (row: number) => ({ col: 0, row, sizeX: 3, sizeY: 4 })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const note = (page: Page, text: string) => page.getByRole('tabpanel').getByText(text, { exact: true })

/** A dashboard with two texts on two tabs. */
async function makeTabbed(call: AdminCall) {
  const board = await makeBoard(call)
  await addText(call, board, 'First note', place(0))
  await addText(call, board, 'Second note', place(0))
  const { id, version, widgets } = await stored(call, board)
  const tabs = [
    { id: 'one', name: 'Overview' },
    { id: 'two', name: 'Details' },
  ]
  await call(api.dashboards.update, { params: { slug: String(id) }, body: { options: { tabs }, version } })
  const second = widgets.find((each) => 'text' in each && each.text === 'Second note')
  if (second === undefined) throw new Error('There is no second text.')
  const body = { text: 'Second note', options: { ...second.options, tab: 'two' } }
  await call(api.widgets.update, { params: { id: second.id }, body })
  return board
}

test('an editor adds tabs, renames and orders them, and moves widgets between them (DASH-81, OPEN-313)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  const board = await makeBoard(call)
  await addText(call, board, 'First note', place(0))
  await addTable(call, board, await workshop.makeRunQuery({ name: 'Tabbed' }), place(4))
  await open(page, board)
  const before = await widget(page, 'Tabbed – Table').boundingBox()
  await button(page, 'Edit').click()
  await expect(button(page, 'Add Tab')).toBeVisible()
  expect(await widget(page, 'Tabbed – Table').boundingBox()).toEqual(before)
  await button(page, 'Add Tab').click()
  await expect(tab(page, 'Tab 2')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('This dashboard has no widgets yet.')).toHaveCount(0)
  await expect(page.getByText('This tab has no widgets yet.')).toBeVisible()
  await expectAccessible(page)

  await pick(page, 'Menu of the tab Tab 2', 'Rename…')
  const form = dialog(page, 'Rename Tab')
  await form.getByRole('textbox', { name: 'Name' }).fill(' ')
  await expect(form.getByText('A tab needs a name.')).toBeVisible()
  await expect(button(form, 'Rename')).toBeDisabled()
  await form.getByRole('textbox', { name: 'Name' }).fill('Numbers')
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await tab(page, 'Numbers').press('ArrowLeft')
  await expect(tab(page, 'Tab 1')).toBeFocused()
  await expect(note(page, 'First note')).toBeVisible()

  await widget(page, 'Tabbed – Table').hover()
  await button(widget(page, 'Tabbed – Table'), 'Widget menu').click()
  await page.getByRole('menuitem', { name: 'Move to Tab' }).press('ArrowRight')
  await page.getByRole('menuitem', { name: 'Numbers' }).press('Enter')
  await expect(widget(page, 'Tabbed – Table')).toHaveCount(0)
  await tab(page, 'Numbers').click()
  await expect(widget(page, 'Tabbed – Table')).toBeVisible()

  await pick(page, 'Menu of the tab Numbers', 'Move Left')
  await expect(page.getByRole('tab')).toHaveText(['Numbers', 'Tab 1'])
  await pick(page, 'Menu of the tab Numbers', 'Delete Tab')
  const sure = dialog(page, 'Delete Tab')
  await expect(sure).toContainText('Its widgets move to "Tab 1".')
  await button(sure, 'Delete').click()
  await expect(page.getByRole('tab')).toHaveText(['Tab 1'])
  await expect(widget(page, 'Tabbed – Table')).toBeVisible()
  await expect(note(page, 'First note')).toBeVisible()
  await button(page, 'Done Editing').click()
  await expect(button(page, 'Add Tab')).toHaveCount(0)
})

test('the tab is in the URL, new widgets belong to it, and visitors have the same tabs (DASH-81)', async ({
  adminPage: page,
  adminCall: call,
}) => {
  const board = await makeTabbed(call)
  await open(page, board, '?tab=two&edit=true')
  await expect(note(page, 'Second note')).toBeVisible()
  await expect(note(page, 'First note')).toHaveCount(0)
  await button(page, 'Add Textbox').click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').fill('Third note')
  await button(form, 'Add to Dashboard').click()
  await expect(note(page, 'Third note')).toBeVisible()
  await tab(page, 'Overview').click()
  await expect(page).not.toHaveURL(/tab=/)
  await expect(note(page, 'First note')).toBeVisible()
  await expect(note(page, 'Third note')).toHaveCount(0)

  const { public_url: url } = await call(api.dashboards.share, { params: { slug: board.slug } })
  await page.goto(url)
  await expect(note(page, 'First note')).toBeVisible()
  await tab(page, 'Details').click()
  await expect(note(page, 'Third note')).toBeVisible()
  await expect(page).toHaveURL(/tab=two/)
  await expectAccessible(page)
})

test('full screen changes from tab to tab by itself (DASH-82)', async ({ adminPage: page, adminCall: call }) => {
  const board = await makeTabbed(call)
  await page.clock.install()
  await open(page, board, '?fullscreen')
  await expect(note(page, 'First note')).toBeVisible()
  await page.getByRole('combobox', { name: 'Change tabs every' }).click()
  await page.getByRole('option', { name: 'Change every 30 seconds' }).click()
  await expect(page).toHaveURL(/rotate=30/)
  await page.clock.fastForward(31_000)
  await expect(note(page, 'Second note')).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(note(page, 'First note')).toBeVisible()
  await page.getByRole('combobox', { name: 'Change tabs every' }).click()
  await page.getByRole('option', { name: 'Stay on this tab' }).click()
  await expect(page).not.toHaveURL(/rotate/)
  await page.clock.fastForward(61_000)
  await expect(note(page, 'First note')).toBeVisible()
})
