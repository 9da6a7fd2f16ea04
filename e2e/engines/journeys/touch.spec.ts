import { addText, makeBoard, positionsOf } from '../../boards.ts'
import { button, role } from '../targets.ts'
import { expect, test } from '../test.ts'

test('a tap on a bar of a chart opens the card of its rows (OPEN-690)', async ({ app, workshop }) => {
  const query = await workshop.makeRunQuery({ query: 'SELECT i AS n, 1 AS height FROM range(5) t(i)' })
  const options = { globalSeriesType: 'column', columnMapping: { n: 'x', height: 'y' } }
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Bars', options)
  await app.open(`/queries/${query.id}#${id}`)
  const card = role('dialog', /^Rows where n is/)
  const isOpen = async () => typeof (await app.look(card)) !== 'string'
  // A chart reacts only shortly after it is drawn, and not below the card of an earlier tap.
  await expect(async () => {
    if (await isOpen()) return
    await app.touch(role('img', /^Bars\. /))
    await expect.poll(isOpen, { timeout: 2_000 }).toBe(true)
  }).toPass()
  await app.find(card, ({ isReachable }) => isReachable)
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
