import type { Locator, Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { addTable, addText, button, makeBoard, open, positionsOf, status } from '../boards.ts'
import { type AdminCall, expectAccessible, stopClock } from '../page.ts'
import { cellAt, expect, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { holdAnswer, watchRequests } from '../traffic.ts'

test.describe('arranging widgets', () => {
  /** Creates a dashboard with three text boxes: two side by side, one below. */
  async function arranged(call: AdminCall) {
    const board = await makeBoard(call)
    const ids: number[] = []
    for (const [text, col, row, sizeX] of [
      ['Left', 0, 0, 3],
      ['Right', 3, 0, 3],
      ['Below', 0, 4, 6],
    ] as const) {
      ids.push((await addText(call, board, text, { col, row, sizeX, sizeY: 4 })).id)
    }
    const [left = 0, right = 0, below = 0] = ids
    return { board, left, right, below }
  }
  const item = (page: Page, id: number) => page.locator(`[data-grid-item="${id}"]`)
  const savesOf = (page: Page) => {
    const saves: { id: number; position: NonNullable<ShownWidget['options']['position']> }[] = []
    page.on('request', (sent) => {
      const id = /\/api\/widgets\/(\d+)$/.exec(sent.url())?.[1]
      if (id) saves.push({ id: Number(id), position: sent.postDataJSON().options.position })
    })
    return saves
  }

  test('keys move and resize a widget, and the layout is saved after a delay (DASH-41, DASH-42, DASH-47, WIDGET-38)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const { board, left, right, below } = await arranged(adminCall)
    const saves = savesOf(page)
    await page.clock.install()
    await open(page, board, '?edit=true')
    await expect(page.getByText('Below')).toBeVisible()
    await expect(status(page, 'Saved')).toBeVisible()
    await expectAccessible(page)
    await stopClock(page)
    await item(page, below).focus()
    await page.keyboard.press('ArrowUp')
    await expect(status(page, 'Saving')).toBeVisible()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByRole('status').filter({ hasText: 'Column 1, row 1, 5 wide, 5 high.' })).toBeAttached()
    await page.clock.runFor(1900)
    await expect(status(page, 'Saving')).toBeVisible()
    expect(saves).toEqual([])
    await page.clock.resume()
    await expect(status(page, 'Saved')).toBeVisible()
    expect(saves.find(({ id }) => id === below)?.position).toMatchObject({ col: 0, row: 0, sizeX: 5, sizeY: 5 })
    expect(await positionsOf(adminCall, board)).toMatchObject({
      [below]: { col: 0, row: 0, sizeX: 5, sizeY: 5 },
      [left]: { col: 0, row: 5 },
      [right]: { col: 3, row: 5 },
    })
    // A widget that has not moved is not saved.
    saves.length = 0
    await item(page, right).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(status(page, 'Saving')).toBeVisible()
    await expect(status(page, 'Saved')).toBeVisible()
    expect(saves.map(({ id }) => id)).toEqual([right])
  })

  test('the grid has six columns, rows of 50 pixels and margins of 15, and widgets stay within its limits (DASH-63, WIDGET-13, WIDGET-14)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const { board, left, right, below } = await arranged(adminCall)
    const { id: high } = await addText(adminCall, board, 'High', { col: 0, row: 8, sizeX: 1, sizeY: 999 })
    await open(page, board, '?edit=true')
    const boxOf = async (id: number) => (await item(page, id).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const [one, two, three] = [await boxOf(left), await boxOf(right), await boxOf(below)]
    const column = (three.width - 5 * 15) / 6
    // Widgets are placed on whole pixels.
    const isNear = (measured: number, wanted: number) => expect(Math.abs(measured - wanted)).toBeLessThanOrEqual(1)
    isNear(one.width, 3 * column + 2 * 15)
    isNear(two.x - one.x, 3 * (column + 15))
    isNear(one.height, 4 * 50 - 15)
    isNear(three.y - one.y, 4 * 50)

    const says = (place: string) => expect(page.getByRole('status').filter({ hasText: place })).toBeAttached()
    await item(page, below).focus()
    await page.keyboard.press('Shift+ArrowRight')
    for (let times = 0; times < 7; times++) await page.keyboard.press('Shift+ArrowLeft')
    for (let times = 0; times < 6; times++) await page.keyboard.press('Shift+ArrowUp')
    await says('Column 1, row 5, 1 wide, 1 high.')
    for (let times = 0; times < 8; times++) await page.keyboard.press('Shift+ArrowRight')
    await says('Column 1, row 5, 6 wide, 1 high.')
    await item(page, high).focus()
    for (let times = 0; times < 3; times++) await page.keyboard.press('Shift+ArrowDown')
    await says('1 wide, 1000 high.')
  })

  test('saving a moved or resized widget sends neither its query nor transient state (WIDGET-03)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const board = await makeBoard(adminCall)
    const query = await workshop.makeRunQuery({ name: 'Moved and resized' })
    const { id } = await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    const bodies = watchRequests(page, 'POST', new RegExp(`/api/widgets/${id}$`))
    await open(page, board, '?edit=true')
    await expect(cellAt(page, 3, 1)).toHaveText('9')
    for (const [key, position] of [
      ['ArrowRight', { col: 1, sizeX: 3 }],
      ['Shift+ArrowRight', { col: 1, sizeX: 4 }],
    ] as const) {
      await item(page, id).focus()
      await page.keyboard.press(key)
      await expect.poll(() => bodies.at(-1)).toMatchObject({ options: { position } })
    }
    // Search at any depth because the query is nested in the visualization.
    for (const body of bodies) expect(JSON.stringify(body)).not.toMatch(/"(query|loading|refreshStartedAt)":/)
  })

  test('the mouse moves and resizes widgets in edit mode only (WIDGET-38, WIDGET-39)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const { board, left, right } = await arranged(adminCall)
    const drag = async (from: Locator, at: { x: number; y: number }, dx: number, dy: number) => {
      // `hover` waits until the element stops moving.
      await from.hover({ position: at })
      const box = await from.boundingBox()
      if (!box) throw new Error('It is not there.')
      await page.mouse.move(box.x + at.x, box.y + at.y)
      await page.mouse.down()
      await page.mouse.move(box.x + at.x + dx / 2, box.y + at.y + dy / 2, { steps: 4 })
      await page.mouse.move(box.x + at.x + dx, box.y + at.y + dy, { steps: 4 })
      await page.mouse.up()
    }
    await open(page, board)
    await expect(page.getByText('Left')).toBeVisible()
    await drag(item(page, left), { x: 200, y: 100 }, 700, 0)
    await open(page, board, '?edit=true')
    await expect(page.getByText('Left')).toBeVisible()
    expect(await positionsOf(adminCall, board)).toMatchObject({ [left]: { col: 0, row: 0 }, [right]: { col: 3, row: 0 } })

    await drag(item(page, left), { x: 200, y: 100 }, 700, 5)
    await expect(status(page, 'Saved')).toBeVisible()
    await expect.poll(async () => (await positionsOf(adminCall, board))[left]).toMatchObject({ col: 3, row: 0, sizeX: 3 })

    await drag(item(page, left).locator('.react-resizable-handle'), { x: 12, y: 12 }, -230, 100)
    await expect
      .poll(async () => (await positionsOf(adminCall, board))[left])
      .toMatchObject({ col: 3, row: 0, sizeX: 2, sizeY: 6 })
  })

  test('a failed save shows an error and is retried (DASH-43, DASH-44, DASH-45)', async ({ adminPage: page, adminCall }) => {
    const { board, right } = await arranged(adminCall)
    await open(page, board, '?edit=true')
    await expect(page.getByText('Right')).toBeVisible()
    let refusals = 0
    await page.route('**/api/widgets/*', async (route) => {
      await route.fulfill({ status: 400, json: { message: 'No.' } })
      refusals++
    })
    await item(page, right).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(status(page, 'Saving Failed')).toBeVisible()
    await expectToast(page, 'Error saving changes.')
    await expectAccessible(page)
    await button(page, 'Done Editing').click()
    await expect.poll(() => refusals).toBe(2)
    await expect(status(page, 'Saving Failed')).toBeVisible()
    await expect(page).toHaveURL(/edit=true/)
    await page.unroute('**/api/widgets/*')
    await button(page, 'Retry').click()
    await expect(status(page, 'Saved')).toBeVisible()
    await expect.poll(async () => (await positionsOf(adminCall, board))[right]).toMatchObject({ sizeX: 2 })
  })

  test('Done Editing saves at once and waits for the response (DASH-40, DASH-46)', async ({ adminPage: page, adminCall }) => {
    const { board, right } = await arranged(adminCall)
    await open(page, board, '?edit=true')
    await expect(page.getByText('Right')).toBeVisible()
    const saving = await holdAnswer(page, '**/api/widgets/*')
    await item(page, right).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await button(page, 'Done Editing').click()
    await saving.isAsked
    await expect(status(page, 'Saving')).toBeVisible()
    await expect(page).toHaveURL(/edit=true/)
    saving.release()
    await expect(page).not.toHaveURL(/edit/)
    expect((await positionsOf(adminCall, board))[right]).toMatchObject({ sizeX: 2 })
  })

  test('a table is as high as its rows until a user sets its height (WIDGET-19)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Short', query: 'SELECT i AS n FROM range(3) t(i)' })
    const board = await makeBoard(adminCall)
    const options = { position: { col: 0, row: 0, sizeX: 3, sizeY: 14, autoHeight: true } }
    const visualization_id = query.visualizations[0]?.id ?? 0
    const { id } = await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id, options } })
    await open(page, board, '?edit=true')
    // Widget header, table header and three rows are 38 + 30 + 3 × 28 pixels, rounded up to grid rows of 50.
    await expect.poll(async () => (await item(page, id).boundingBox())?.height).toBe(185)
    await item(page, id).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(status(page, 'Saved')).toBeVisible()
    await expect.poll(async () => (await positionsOf(adminCall, board))[id]).toMatchObject({ sizeY: 5, autoHeight: false })
  })
})
