import { api } from '@sightline/contract/api.ts'
import { addTable, addText, makeBoard, open, stored } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { expect, test } from '../queries.ts'

test('on a phone a button with the values of the parameters stays at the top and opens them (DASH-87)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  const board = await makeBoard(call, 'On a phone')
  const query = await workshop.makeQuery({
    name: 'Multiplied',
    query: 'SELECT {{ factor }} * 7 AS total',
    options: { parameters: [{ name: 'factor', title: 'Factor', type: 'number', value: 3 }] },
  })
  await addText(call, board, 'At the top', { col: 0, row: 0, sizeX: 6, sizeY: 40 })
  await addTable(call, board, query, { col: 0, row: 40, sizeX: 6, sizeY: 8 })
  const table = (await stored(call, board)).widgets.at(-1)
  const mappings = { factor: { name: 'factor', type: 'dashboard-level' as const, mapTo: 'factor' } }
  const options = { ...table?.options, parameterMappings: mappings }
  await call(api.widgets.update, { params: { id: table?.id ?? 0 }, body: { text: '', options } })

  await page.setViewportSize({ width: 390, height: 800 })
  await open(page, board)
  const opener = page.getByRole('button', { name: /^Parameters and Filters/ })
  await expect(page.getByText('At the top')).toBeVisible()
  await expect(opener).toHaveCount(0)
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, 4000)
  await expect(opener).toBeInViewport()
  await expect(opener).toHaveAccessibleName('Parameters and Filters: Factor: 3')
  await expectAccessible(page)
  await opener.click()
  const sheet = page.getByRole('dialog', { name: 'Parameters and Filters' })
  await sheet.getByRole('button', { name: /^Factor/ }).click()
  const field = page.getByRole('dialog', { name: 'Factor' })
  await field.getByRole('textbox', { name: 'Factor' }).fill('5')
  await field.getByRole('button', { name: /^Apply/ }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toHaveAccessibleName('Parameters and Filters: Factor: 5')
  await expect(page.getByText('35', { exact: true })).toBeVisible()
})
