import { readFile } from 'node:fs/promises'
import { api } from '@sightline/contract/api.ts'
import { extractText } from 'unpdf'
import {
  addTable,
  addText,
  button,
  dialog,
  heading,
  makeBoard,
  open,
  pick,
  positionsOf,
  status,
  stored,
  widget,
} from '../boards.ts'
import { alterSession, expectAccessible, stopClock, withoutPermissions } from '../page.ts'
import { expect, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { holdAnswer, watchRequests } from '../traffic.ts'

test('the owner chooses who else may edit (DASH-39, DASH-69, DASH-70, DASH-71)', async ({ adminPage: page, adminCall }) => {
  const board = await makeBoard(adminCall)
  const other = await adminCall(api.users.create, { body: { name: 'Bo Lind', email: `bo${board.id}@example.com` } })
  await alterSession(page, ({ client_config }) => {
    client_config.showPermissionsControl = true
  })
  await open(page, board)
  await pick(page, 'More', 'Manage Permissions')
  const managing = dialog(page, 'Manage Permissions')
  const people = managing.getByRole('list', { name: 'Users with permission' }).getByRole('listitem')
  await expect(people).toHaveText([/mara\s*Owner/])
  await expect(people.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await managing.getByRole('textbox').or(managing.getByRole('combobox')).first().fill('Bo Lind')
  await page.getByRole('option', { name: /Bo Lind/ }).click()
  await expect(people).toHaveCount(2)
  await expect
    .poll(() => adminCall(api.acl.list, { params: { type: 'dashboards', id: board.id } }))
    .toMatchObject({ modify: [{ id: other.id }] })
  await button(managing, 'Remove Bo Lind').click()
  await expect(people).toHaveCount(1)

  for (const [code, words] of [
    [403, ['You cannot add a user to this dashboard.', 'Ask the dashboard owner to grant them permissions.']],
    [400, ['Something went wrong.']],
  ] as const) {
    await page.route(`**/api/dashboards/${board.id}/acl`, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: code, json: { message: 'No.' } }) : route.continue(),
    )
    await managing.getByRole('textbox').or(managing.getByRole('combobox')).first().fill('Bo Lin')
    await page.getByRole('option', { name: /Bo Lind/ }).click()
    await expectToast(page, ...words)
    await page.unroute(`**/api/dashboards/${board.id}/acl`)
  }
  await alterSession(page, ({ client_config }) => {
    client_config.showPermissionsControl = false
  })
  await page.reload()
  await button(page, 'More').click()
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Manage Permissions' })).toHaveCount(0)
})

test('a layout change is undone and redone, and a widget is duplicated', async ({ adminPage: page, adminCall }) => {
  const board = await makeBoard(adminCall)
  const { id } = await addText(adminCall, board, 'A note', { col: 0, row: 0, sizeX: 2, sizeY: 4 })
  await open(page, board, '?edit=true')
  await expect(page.getByText('A note')).toBeVisible()
  const [undo, redo] = [button(page, 'Undo'), button(page, 'Redo')]
  await expect(undo).toBeDisabled()
  await page.locator(`[data-grid-item="${id}"]`).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(redo).toBeDisabled()
  await undo.click()
  await page.locator(`[data-grid-item="${id}"]`).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(undo).toBeDisabled()
  await redo.click()
  await expect(status(page, 'Saved')).toBeVisible()
  await expect.poll(async () => (await positionsOf(adminCall, board))[id]).toMatchObject({ col: 1, row: 0, sizeX: 2, sizeY: 4 })
  await expectAccessible(page)

  await pick(page, 'Widget menu', 'Duplicate')
  await expect(page.getByText('A note')).toHaveCount(2)
  await expect
    .poll(async () => (await stored(adminCall, board)).widgets.at(-1))
    .toMatchObject({ text: 'A note', options: { position: { col: 3, row: 0, sizeX: 2, sizeY: 4 } } })
  await undo.click()
  await expect(status(page, 'Saved')).toBeVisible()
  await expect.poll(async () => (await positionsOf(adminCall, board))[id]).toMatchObject({ col: 0 })
  await button(page, 'Done Editing').click()
  await expect(page).not.toHaveURL(/edit/)
})

test('a dashboard is exported as an image and a PDF, printed, and shown full screen without the pointer (OPEN-255, OPEN-492)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeBoard(adminCall, 'To go')
  const query = await workshop.makeRunQuery({ name: 'Squares' })
  await addText(adminCall, board, 'High up', { col: 0, row: 0, sizeX: 6, sizeY: 40 })
  await addTable(adminCall, board, query, { col: 0, row: 40, sizeX: 3, sizeY: 8 })
  await open(page, board)
  await expect(page.getByText('High up')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: '81' })).toHaveCount(0)
  const taken = async (entry: string) => {
    const arriving = page.waitForEvent('download')
    await pick(page, 'Export', entry)
    const file = await arriving
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const png = await taken('PNG Image')
  expect(png.name).toBe('To go.png')
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
  // The image has two pixels per CSS pixel and covers the whole page, including the part below the fold.
  expect(png.bytes.readUInt32BE(16)).toBe(2880)
  expect(png.bytes.readUInt32BE(20)).toBeGreaterThan(2 * 48 * 50)
  await expect(page.getByRole('gridcell', { name: '81' })).toHaveCount(1)
  const pdf = await taken('PDF Document')
  expect(pdf.name).toBe('To go.pdf')
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const { text } = await extractText(new Uint8Array(pdf.bytes), { mergePages: true })
  for (const part of ['To go', 'High up', 'Squares', '36', 'Shows 7 of 10 rows.', 'Page 1 of']) expect(text).toContain(part)

  await page.emulateMedia({ media: 'print' })
  await expect(button(page, 'Refresh')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Sightline, home' })).toBeHidden()
  const updated = widget(page, 'Squares – Table').locator('time').first()
  await expect(updated.getByText('just now')).toBeHidden()
  expect(await updated.evaluate((time) => getComputedStyle(time, '::after').content)).toMatch(/"\d{4}-\d\d-\d\d .* UTC"/)
  await expect(widget(page, 'Squares – Table')).toHaveCSS('position', 'static')
  await page.emulateMedia({ media: 'screen' })

  await page.clock.install()
  await open(page, board, '?fullscreen')
  await expect(page.getByText('High up')).toBeVisible()
  const view = page.locator('main > *').first()
  // Leave the pointer idle for an hour.
  await stopClock(page)
  await expect(view).toHaveCSS('cursor', 'none')
  await page.mouse.move(300, 300)
  await expect(view).not.toHaveCSS('cursor', 'none')
  await page.clock.runFor(2900)
  await expect(view).not.toHaveCSS('cursor', 'none')
  await page.clock.runFor(200)
  await expect(view).toHaveCSS('cursor', 'none')
  await page.mouse.move(310, 300)
  await expect(view).not.toHaveCSS('cursor', 'none')
})

test.describe('a new dashboard', () => {
  test('is created from a dialog that asks for a name, and trims it (DASH-11, DASH-12, DASH-13, SHELL-16)', async ({
    adminPage: page,
  }) => {
    await page.goto('/')
    await button(page, 'Create').click()
    await page.getByRole('menuitem', { name: 'Dashboard' }).click()
    const creating = dialog(page, 'New Dashboard')
    const name = creating.getByLabel('Dashboard Name')
    await expect(creating).toBeVisible()
    // Keys typed before the field has the focus are not lost, nor are those after the menu has returned the focus to its button.
    await page.keyboard.type('Qu')
    await button(page, 'Create').evaluate((element) => element.focus())
    await page.keyboard.type('ay')
    await expect(name).toHaveValue('Quay')
    await expect(name).toBeFocused()
    await name.fill('')
    await expect(button(creating, 'Save')).toBeDisabled()
    await name.fill('   ')
    await expect(button(creating, 'Save')).toBeDisabled()
    await expectAccessible(page)
    await name.fill('  Harbour traffic ')
    await expect(button(creating, 'Save')).toBeEnabled()
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/dashboards'))
    await name.press('Enter')
    expect((await sent).postDataJSON()).toEqual({ name: 'Harbour traffic' })
    await expect(heading(page)).toHaveText('Harbour traffic')
  })

  test('is created once, however often Enter is pressed, and opens ready for editing (DASH-14, DASH-15, DASH-16)', async ({
    adminPage: page,
  }) => {
    await page.goto('/dashboards')
    await button(page, 'New Dashboard').click()
    const creating = dialog(page, 'New Dashboard')
    const held = await holdAnswer(page, '**/api/dashboards')
    const sent = watchRequests(page, 'POST', /\/api\/dashboards$/)
    await creating.getByLabel('Dashboard Name').fill('Once only')
    await creating.getByLabel('Dashboard Name').press('Enter')
    await held.isAsked
    await expect(creating.getByRole('button', { name: 'Save' })).toBeDisabled()
    await creating.getByLabel('Dashboard Name').press('Enter')
    held.release()
    await expect(page).toHaveURL('/dashboard/once-only?edit=true')
    expect(sent).toEqual([{ name: 'Once only' }])
    await expect(page.getByText('This dashboard has no widgets yet.')).toBeVisible()
    await expect(button(page, 'Add First Widget')).toBeVisible()
    await expectAccessible(page)
  })

  test('needs create_dashboard (SHELL-25)', async ({ adminPage: page }) => {
    await withoutPermissions(page, 'create_dashboard')
    await page.goto('/dashboards')
    await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible()
    await button(page, 'Create').click()
    await expect(page.getByRole('menuitem', { name: 'Query' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toBeHidden()
    await expect(button(page, 'New Dashboard')).toBeHidden()
  })
})

test('the name of a dashboard stays visible while its widgets scroll (DASH-75)', async ({ adminPage: page, adminCall }) => {
  const board = await makeBoard(adminCall, 'Tall')
  await addText(adminCall, board, 'At the bottom', { col: 0, row: 60, sizeX: 3, sizeY: 4 })
  await addText(adminCall, board, 'At the top', { col: 0, row: 0, sizeX: 3, sizeY: 60 })
  await open(page, board)
  await page.getByText('At the bottom').scrollIntoViewIfNeeded()
  await expect(page.getByText('At the top')).not.toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Tall' })).toBeInViewport()
})

test('a dashboard that is opened offline says so, and loads when the connection is back (DASH-77)', async ({
  failingPage: page,
  adminCall,
  context,
}) => {
  const [seen, other] = [await makeBoard(adminCall, 'Seen before'), await makeBoard(adminCall, 'Not yet seen')]
  await open(page, seen)
  await page.getByRole('banner').getByRole('button', { name: 'Dashboards' }).click()
  await page.getByRole('menuitem', { name: 'All Dashboards' }).click()
  const link = page.getByRole('link', { name: 'Not yet seen' })
  await expect(link).toBeVisible()
  await context.setOffline(true)
  await link.click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Not yet seen' })).toBeVisible()
  await expect(page).toHaveURL(`/dashboard/${other.slug}`)
})
