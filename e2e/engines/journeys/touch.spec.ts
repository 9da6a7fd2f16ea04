import { addText, makeBoard, positionsOf } from '../../boards.ts'
import type { Target } from '../look-up.ts'
import { button, cell, role } from '../targets.ts'
import { expect, test } from '../test.ts'

test('a tap on a bar of a chart opens the card of its rows (OPEN-690)', async ({ app, workshop }) => {
  const query = await workshop.makeRunQuery({ query: 'SELECT i AS n, 1 AS height FROM range(5) t(i)' })
  const options = { globalSeriesType: 'column', columnMapping: { n: 'x', height: 'y' } }
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Bars', options)
  await app.open(`/queries/${query.id}#${id}`)
  await expect(async () => {
    await app.touch(role('img', /^Bars\. /))
    await app.find(role('dialog', /^Rows where n is/), ({ isReachable }) => isReachable)
  }).toPass()
  await app.expectAccessible()
})

test('a finger drags a widget of a dashboard to another place (OPEN-690)', async ({ app, adminCall }) => {
  const board = await makeBoard(adminCall)
  const { id } = await addText(adminCall, board, 'Notes', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
  await app.open(`/dashboard/${board.slug}`)
  await app.click(button('Edit'))
  await app.touch({ css: `[data-grid-item="${id}"]` }, 700, 5)
  await expect.poll(async () => (await positionsOf(adminCall, board))[id]).toMatchObject({ col: 3, row: 0, sizeX: 3 })
})

test('a finger moves the part of the world that a map shows (OPEN-690)', async ({ app, workshop }) => {
  const query = await workshop.makeRunQuery({ query: "SELECT 'Berlin' AS city, 52.5 AS lat, 13.4 AS lon" })
  const { id } = await workshop.makeVisualization(query, 'MAP', 'Cities', { clusterMarkers: false })
  await app.open(`/queries/${query.id}#${id}`)
  const place = () => app.evaluate(() => document.querySelector('.leaflet-map-pane')?.getAttribute('style') ?? '')
  await expect.poll(place).not.toBe('')
  const before = await place()
  await app.touch({ css: '.leaflet-container' }, -120, 40)
  await expect.poll(place).not.toBe(before)
})

test('a finger scrolls a wide table of a result sideways (OPEN-505)', async ({ app, workshop }) => {
  const columns = Array.from({ length: 30 }, (_, index) => `i AS column_${index}`)
  const query = await workshop.makeRunQuery({ query: `SELECT ${columns.join(', ')} FROM range(20) t(i)` })
  await app.open(`/queries/${query.id}`)
  await app.touch(cell(3, 2), -300)
  const scrolled = () => app.evaluate(() => document.querySelector('[role=grid]')?.scrollLeft ?? 0)
  await expect.poll(scrolled).toBeGreaterThan(100)
  // The columns that have come into view are rendered, and their names stand above them.
  await app.expectText(cell(3, 8), '3')
  const leftOf = async (target: Target) => Math.round((await app.find(target)).x)
  expect(await leftOf(role('columnheader', 'column_8'))).toBe(await leftOf(cell(3, 8)))
  await app.expectAccessible()
})
