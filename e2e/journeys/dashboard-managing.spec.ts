import { addText, button, dialog, makeBoard, open, pick, stored } from '../boards.ts'
import { alterSession } from '../page.ts'
import { expect, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { alterAnswer } from '../traffic.ts'

test.describe('managing a dashboard', () => {
  test('the owner publishes a draft and unpublishes it (DASH-26, DASH-27, DASH-28, DASH-37)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    await open(page, board)
    await expect(page.getByText('Unpublished', { exact: true })).toBeVisible()
    await button(page, 'Publish').click()
    await expect(page.getByText('Unpublished', { exact: true })).toBeHidden()
    await expect(button(page, 'Publish')).toBeHidden()
    const isDraft = async () => (await stored(adminCall, board)).is_draft
    await expect.poll(isDraft).toBe(false)
    await pick(page, 'More', 'Unpublish')
    await expect(page.getByText('Unpublished', { exact: true })).toBeVisible()
    await expect.poll(isDraft).toBe(true)
  })

  test('tags are saved, and a failure shows an error (DASH-24, DASH-72, OPEN-103)', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    await open(page, board)
    await button(page, 'Add tag').click()
    const editing = dialog(page, 'Add/Edit Tags')
    await editing.getByLabel('Tags').fill('harbour')
    await page.keyboard.press('Enter')
    await button(editing, 'Save').click()
    await expect(editing).toBeHidden()
    await expect(page.getByText('harbour', { exact: true })).toBeVisible()
    await expect.poll(async () => (await stored(adminCall, board)).tags).toEqual(['harbour'])

    await page.route(`**/api/dashboards/${board.slug}`, (route) => route.fulfill({ status: 400, json: {} }))
    await button(page, 'Edit tags').click()
    await editing.getByLabel('Tags').fill('late')
    await page.keyboard.press('Enter')
    await button(editing, 'Save').click()
    await expectToast(page, 'Failed saving.')
  })

  test('the owner archives a dashboard, which then offers no controls to change it (DASH-53, DASH-54, DASH-55, OPEN-07)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall, 'Closed harbour')
    await makeBoard(adminCall, 'Open harbour')
    await open(page, board)
    const removed = page.waitForRequest((sent) => sent.method() === 'DELETE')
    await pick(page, 'More', 'Archive')
    await button(dialog(page, 'Archive Dashboard'), 'Archive').click()
    expect(new URL((await removed).url()).pathname).toBe(`/api/dashboards/${board.slug}`)
    await expect(page.getByText('Archived', { exact: true })).toBeVisible()
    for (const name of ['More', 'Publish', 'Add tag']) await expect(button(page, name)).toBeHidden()
    await open(page, board, '?edit=true')
    await expect(page.getByText('Archived', { exact: true })).toBeVisible()
    await expect(button(page, 'Done Editing')).toBeHidden()
    await page.goto('/dashboards')
    await expect(page.getByRole('link', { name: 'Open harbour' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Closed harbour' })).toBeHidden()
  })

  test('a user without edit permission sees no edit controls (DASH-38, WIDGET-28, WIDGET-30)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    await addText(adminCall, board, 'To read', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
    await alterAnswer(page, `**/api/dashboards/${board.slug}`, (body) => ({ ...body, can_edit: false }))
    await open(page, board, '?edit=true')
    await expect(page.getByText('To read')).toBeVisible()
    for (const name of ['More', 'Remove widget', 'Add Textbox', 'Add Widget', 'Done Editing', 'Publish'])
      await expect(button(page, name)).toBeHidden()
    await expect(button(page, 'Refresh')).toBeVisible()
    await button(page, 'Widget menu').press('Enter')
    await expect(page.getByRole('menuitem')).toHaveText(['Comments'])
  })

  test('a user with granted access edits, and only the owner manages the dashboard (OPEN-103, OPEN-109)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    await alterSession(page, ({ user }) => {
      user.id += 1000
      user.permissions = user.permissions.filter((name) => name !== 'admin' && name !== 'super_admin')
    })
    await open(page, board)
    await expect(button(page, 'Edit')).toBeVisible()
    for (const name of ['More', 'Publish', 'Add tag']) await expect(button(page, name)).toBeHidden()
  })
})
