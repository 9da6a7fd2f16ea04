import { api } from '@sightline/contract/api.ts'
import { addTable, button, dialog, makeBoard, open, stored } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { expect, test } from '../queries.ts'

test('a text shows values that follow a parameter, in the preview, on the dashboard and on its public page (DASH-83)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
  browser,
}) => {
  const board = await makeBoard(call)
  const query = await workshop.makeQuery({
    name: 'Live sales',
    query: "SELECT '<b>**Bern**</b>' AS city, 1200 * {{ factor }} AS total UNION ALL SELECT 'Oslo', 34",
    options: { parameters: [{ name: 'factor', title: 'Factor', type: 'number', value: 1 }] },
  })
  await addTable(call, board, query, { col: 0, row: 6, sizeX: 3, sizeY: 4 })
  const [table] = (await stored(call, board)).widgets
  const mappings = { factor: { name: 'factor', type: 'dashboard-level' as const, mapTo: 'factor' } }
  const options = { ...table?.options, parameterMappings: mappings }
  await call(api.widgets.update, { params: { id: table?.id ?? 0 }, body: { text: '', options } })

  await open(page, board, '?edit=true')
  await button(page, 'Add Textbox').click()
  const form = dialog(page, 'Add Textbox')
  const text = form.getByRole('textbox', { name: 'Text', exact: true })
  const preview = form.getByRole('region', { name: 'Preview' })
  await text.fill('Total ')
  await button(form, 'Insert Value…').click()
  const choose = async (label: string, option: string) => {
    await form.getByRole('combobox', { name: label }).click()
    await form.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('From', 'Live sales')
  await choose('Value', 'total')
  await choose('Rows', 'Sum of all rows')
  await button(form, 'Insert').click()
  await expect(text).toHaveValue('Total {{ Live sales.total | sum }}')
  await expect(preview).toHaveText('Total 1,234')
  await expectAccessible(page)
  await text.fill(
    'Total {{ Live sales.total | sum }} in {{ Live sales.city }}, factor {{ parameter.factor }}, {{ Live sales.gone }}',
  )
  await expect(preview).toHaveText('Total 1,234 in <b>**Bern**</b>, factor 1, –')
  await expect(form.getByText('The result has no column “gone”. Readers see a dash.')).toBeVisible()
  await button(form, 'Add to Dashboard').click()
  await expect(form).toHaveCount(0)
  await button(page, 'Done Editing').click()
  await expect(page.getByText('Total 1,234 in <b>**Bern**</b>, factor 1, –')).toBeVisible()

  await page.getByLabel('Factor').fill('2')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Total 2,434 in <b>**Bern**</b>, factor 2, –')).toBeVisible()

  const { public_url } = await call(api.dashboards.share, { params: { slug: String(board.id) } })
  const visitor = await browser.newPage()
  await visitor.goto(public_url)
  await expect(visitor.getByText('Total 1,234 in <b>**Bern**</b>, factor 1, –')).toBeVisible()
  await visitor.close()
})
