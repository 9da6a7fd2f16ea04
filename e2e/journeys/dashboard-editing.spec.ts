import { api } from '@sightline/contract/api.ts'
import { addText, button, dialog, heading, makeBoard, open, stored, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { expect, test, toast } from '../queries.ts'
import { expectToast } from '../toasts.ts'

test.describe('editing a dashboard', () => {
  test('the name is edited in place, in edit mode only (DASH-18, DASH-22, DASH-40)', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall, 'Before')
    await open(page, board)
    await expect(heading(page)).toHaveText('Before')
    await expect(heading(page).getByRole('button')).toHaveCount(0)
    await button(page, 'Edit').click()
    await expect(page).toHaveURL(/edit=true/)
    await heading(page).getByRole('button').click()
    await page.getByLabel('Name of the dashboard').fill('After')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('After')
    await expect.poll(async () => (await stored(adminCall, board)).name).toBe('After')
    await button(page, 'Done Editing').click()
    await expect(page).not.toHaveURL(/edit/)
    await expect(heading(page).getByRole('button')).toHaveCount(0)
  })

  test('a refused change shows an error (DASH-58)', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    await open(page, board)
    await expect(button(page, 'Publish')).toBeVisible()
    await page.route(`**/api/dashboards/${board.slug}`, (route) => route.fulfill({ status: 403, json: { message: 'No.' } }))
    await button(page, 'Publish').click()
    await expectToast(page, 'Dashboard update failed', 'Permission Denied.')
  })

  test("a change that conflicts with another user's change is refused, and the message stays (DASH-60)", async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    await open(page, board)
    await expect(button(page, 'Publish')).toBeVisible()
    await adminCall(api.dashboards.update, { params: { slug: board.slug }, body: { name: 'Theirs' } })
    await page.clock.install()
    await button(page, 'Publish').click()
    const message = toast(page, 'It seems like the dashboard has been modified by another user.')
    await expect(message).toContainText('Please copy/backup your changes and reload this page.')
    await page.clock.runFor(60_000)
    await expect(message).toBeVisible()
    expect(await stored(adminCall, board)).toMatchObject({ name: 'Theirs', is_draft: true })
  })

  test('text boxes are written with a preview, placed below the others, and changed later (DASH-51, WIDGET-08, WIDGET-09, WIDGET-25)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    await addText(adminCall, board, 'There already', { col: 0, row: 0, sizeX: 6, sizeY: 3 })
    await open(page, board)
    await expect(page.getByText('There already')).toBeVisible()
    await expect(button(page, 'Add Textbox')).toBeHidden()
    await open(page, board, '?edit=true')
    await button(page, 'Add Textbox').click()
    const writing = dialog(page, 'Add Textbox')
    await expect(button(writing, 'Add to Dashboard')).toBeDisabled()
    await writing.getByLabel('Text').fill('Ships <a href="javascript:alert(1)">sail</a> **in**')
    await expect(writing.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('in')
    await expect(writing.getByRole('region', { name: 'Preview' }).getByText('sail')).not.toHaveAttribute('href')
    await expectAccessible(page)
    await button(writing, 'Add to Dashboard').click()
    await expect(writing).toBeHidden()
    await expect(page.locator('[data-grid-item] strong')).toHaveText('in')
    await expect
      .poll(async () => (await stored(adminCall, board)).widgets[1])
      .toMatchObject({ visualization_id: null, options: { position: { col: 0, row: 3, sizeX: 3, sizeY: 3 } } })

    await button(widget(page, 'Textbox').last(), 'Widget menu').click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await dialog(page, 'Edit Textbox').getByLabel('Text').fill('Ships *out*')
    await button(dialog(page, 'Edit Textbox'), 'Save').click()
    await expect(page.locator('[data-grid-item] em')).toHaveText('out')
  })

  test('visualizations are found by their query and added in free space, several at once (WIDGET-10, WIDGET-11, WIDGET-25, OPEN-171)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Tide tables', query: 'SELECT 1 AS x, 2 AS y' })
    const chart = await workshop.makeVisualization(query, 'CHART', 'Tides', {
      globalSeriesType: 'column',
      columnMapping: { x: 'x', y: 'y' },
    })
    const board = await makeBoard(adminCall)
    await addText(adminCall, board, 'Left', { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await open(page, board, '?edit=true')
    await button(page, 'Add Widget').click()
    const adding = dialog(page, 'Add Widget')
    await expect(button(adding, 'Add to Dashboard')).toBeDisabled()
    await adding.getByLabel('Query', { exact: true }).fill('tide tab')
    await adding.getByRole('option', { name: /^Tide tables/ }).click()
    const offered = adding.getByRole('group', { name: 'Visualization' })
    await expect(offered.getByRole('checkbox', { checked: true })).toHaveText('TidesChart')
    await offered.getByRole('checkbox', { name: /^Tides/ }).press('Space')
    await expect(button(adding, 'Add to Dashboard')).toBeDisabled()
    await offered.getByRole('checkbox', { name: /^Tides/ }).press('Space')
    await offered.getByRole('checkbox', { name: /^Table/ }).click()
    await expect(button(adding, 'Add to Dashboard')).toBeEnabled()
    await expectAccessible(page)
    await button(adding, 'Add to Dashboard').click()
    await expect(widget(page, 'Tide tables – Tides').getByRole('img', { name: /chart/ })).toBeVisible()
    await expect
      .poll(async () => (await stored(adminCall, board)).widgets[1])
      .toMatchObject({
        visualization_id: chart.id,
        options: { isHidden: false, parameterMappings: {}, position: { col: 3, row: 0, sizeX: 3, sizeY: 8, minSizeY: 5 } },
      })
    await expect(widget(page, 'Tide tables – Table')).toBeVisible()
  })

  test('a widget that cannot be added or changed shows an error (WIDGET-26, WIDGET-27)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    await addText(adminCall, board, 'As it was', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
    await open(page, board, '?edit=true')
    await page.route('**/api/widgets**', (route) => route.fulfill({ status: 400, json: { message: 'No.' } }))
    await button(page, 'Add Textbox').click()
    await dialog(page, 'Add Textbox').getByLabel('Text').fill('New')
    await button(dialog(page, 'Add Textbox'), 'Add to Dashboard').click()
    await expectToast(page, 'Widget could not be added')
    await expect(dialog(page, 'Add Textbox').getByLabel('Text')).toHaveValue('New')
    await button(dialog(page, 'Add Textbox'), 'Cancel').click()
    await button(widget(page, 'Textbox'), 'Widget menu').click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await dialog(page, 'Edit Textbox').getByLabel('Text').fill('Changed')
    await button(dialog(page, 'Edit Textbox'), 'Save').click()
    await expectToast(page, 'Widget cannot be updated')
  })

  test('a widget is removed after confirmation (WIDGET-28)', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    const { id } = await addText(adminCall, board, 'To go', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
    await open(page, board, '?edit=true')
    await button(widget(page, 'Textbox'), 'Remove widget').click()
    await button(dialog(page, 'Remove Widget'), 'Cancel').click()
    await expect(page.getByText('To go')).toBeVisible()
    await button(widget(page, 'Textbox'), 'Remove widget').click()
    const removed = page.waitForRequest((sent) => sent.method() === 'DELETE')
    await button(dialog(page, 'Remove Widget'), 'Remove').click()
    expect(new URL((await removed).url()).pathname).toBe(`/api/widgets/${id}`)
    await expect(page.getByText('This dashboard has no widgets yet.')).toBeVisible()
    await expect.poll(async () => (await stored(adminCall, board)).widgets).toEqual([])
  })
})
