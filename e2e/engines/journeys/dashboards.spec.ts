import { addTable, addText, makeBoard, positionsOf } from '../../boards.ts'
import { button, cell } from '../targets.ts'
import { expect, test } from '../test.ts'

test('a dashboard is viewed, and a widget is dragged to another place (OPEN-353)', async ({ app, adminCall, workshop }) => {
  const board = await makeBoard(adminCall)
  const query = await workshop.makeRunQuery({ name: 'Ten', query: 'SELECT i AS n FROM range(10) t(i)' })
  const { id } = await addText(adminCall, board, 'Notes', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
  await addTable(adminCall, board, query, { col: 3, row: 0, sizeX: 3, sizeY: 6 })
  await app.open(`/dashboard/${board.slug}`)
  await app.expectText(cell(9, 0), '9')
  await app.expectAccessible()
  await app.click(button('Edit'))
  await app.drag({ css: `[data-grid-item="${id}"]` }, 700, 5)
  await expect.poll(async () => (await positionsOf(adminCall, board))[id]).toMatchObject({ col: 3, row: 0, sizeX: 3 })
  await app.expectAccessible()
  await app.click(button('Done Editing'))
  await app.find(button('Edit'))
})
