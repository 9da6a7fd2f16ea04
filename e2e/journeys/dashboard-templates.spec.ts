import { api } from '@sightline/contract/api.ts'
import { addTable, addText, button, heading, makeBoard, open, pick, stored, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { expect, test } from '../queries.ts'

test('a dashboard is used as a template on another data source, and refused on one with another language (DASH-86)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  const board = await makeBoard(call, 'Model')
  const query = await workshop.makeQuery({
    name: 'Modelled',
    query: 'SELECT {{ factor }} * 7 AS total',
    options: { parameters: [{ name: 'factor', title: 'Factor', type: 'number', value: 3 }] },
  })
  await workshop.makeVisualization(query, 'COUNTER', 'Sum', { counterColName: 'total' })
  await addTable(call, board, query, { col: 0, row: 3, sizeX: 3, sizeY: 4 })
  await addText(call, board, 'Model text', { col: 0, row: 0, sizeX: 3, sizeY: 3 })
  const target = await call(api.dataSources.create, {
    body: { name: 'Elsewhere', type: 'duckdb', options: { dbpath: ':memory:' } },
  })
  const other = await call(api.dataSources.create, {
    body: { name: 'Pages', type: 'url', options: { url: 'https://example.com/' } },
  })

  await open(page, board)
  await pick(page, 'More', 'Use as Template…')
  await expect(page.getByRole('heading', { name: 'New from Template' })).toBeVisible()
  await page.getByLabel('Dashboard Name').fill('Copy of a model')
  const sources = page.getByRole('combobox', { name: /^Instead of/ })
  const choose = async (name: string) => {
    await sources.click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('Pages')
  await expect(page.getByText(/^Pages is .* and does not understand the queries of DuckDB/)).toBeVisible()
  await expect(button(page, 'Create Dashboard')).toBeDisabled()
  await choose('Elsewhere')
  await expectAccessible(page)
  await button(page, 'Create Dashboard').click()
  await expect(heading(page)).toHaveText('Copy of a model')
  await expect(widget(page, 'Modelled – Table')).toContainText('21')
  await expect(page.getByText('Model text')).toBeVisible()

  const slug = new URL(page.url()).pathname.split('/').pop() ?? ''
  const { widgets } = await stored(call, { id: 0, slug })
  const shown = widgets.flatMap((one) => ('visualization' in one && one.visualization ? [one.visualization.query] : []))
  const copy = await call(api.queries.get, { params: { id: shown[0]?.id ?? 0 } })
  expect(copy).toMatchObject({ name: 'Modelled', data_source_id: target.id, query: 'SELECT {{ factor }} * 7 AS total' })
  expect(copy.id).not.toBe(query.id)
  expect(copy.visualizations.map(({ type, name }) => `${type} ${name}`).toSorted()).toEqual(['COUNTER Sum', 'TABLE Table'])

  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'New from Template…' }).click()
  await expect(page.getByRole('heading', { name: 'New from Template' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Other journeys expect the sample data alone.
  for (const { id } of [target, other]) await call(api.dataSources.remove, { params: { id } })
})
