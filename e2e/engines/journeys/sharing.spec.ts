import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@sightline/contract/api.ts'
import { addTable, makeBoard } from '../../boards.ts'
import { startOtherSite } from '../../other-site.ts'
import { button, cell, menuItem, role } from '../targets.ts'
import { expect, test } from '../test.ts'

const SQUARES = { name: 'Squares', query: 'SELECT i, i * i AS squared FROM range(4) t(i)' }

test('a result is downloaded as CSV and Excel (OPEN-353)', async ({ app, workshop }) => {
  const { id } = await workshop.makeRunQuery({ ...SQUARES, name: 'Downloaded' })
  await app.open(`/queries/${id}`)
  for (const [type, end] of [
    ['CSV', 'csv'],
    ['Excel', 'xlsx'],
  ] as const) {
    await app.click(button('Download'))
    await app.click(menuItem(`Download as ${type} File`))
    await expect.poll(() => readdirSync(app.engine.downloads)).toContainEqual(expect.stringMatching(`^Downloaded.*${end}$`))
  }
  const file = readdirSync(app.engine.downloads).find((name) => name.endsWith('.csv')) ?? ''
  expect(await readFile(join(app.engine.downloads, file), 'utf8')).toBe('i,squared\r\n0,0\r\n1,1\r\n2,4\r\n3,9\r\n')
})

test('a public dashboard shows its widgets to visitors without a session (OPEN-353)', async ({ app, adminCall, workshop }) => {
  const board = await makeBoard(adminCall, 'For all')
  await addTable(adminCall, board, await workshop.makeRunQuery(SQUARES), { col: 0, row: 0, sizeX: 6, sizeY: 6 })
  const { public_url } = await adminCall(api.dashboards.share, { params: { slug: String(board.id) } })
  await app.engine.setCookies(app.url, [])
  await app.open(new URL(public_url).pathname)
  await app.find(role('heading', 'For all'))
  await app.expectText(cell(3, 1), '9')
  await app.expectAccessible()
})

test('a page of another site shows a visualization in a frame (OPEN-353)', async ({ app, workshop }) => {
  const query = await workshop.makeRunQuery(SQUARES)
  const path = `/embed/query/${query.id}/visualization/${query.visualizations[0]?.id}?api_key=${query.api_key}`
  const site = await startOtherSite(app.url + path)
  try {
    await app.open(site.url)
    await app.engine.enterFrame()
    await app.expectText(cell(3, 1), '9')
    await app.expectAccessible()
  } finally {
    await site.stop()
  }
})
