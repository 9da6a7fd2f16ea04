import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addTable, makeBoard } from '../../boards.ts'
import { chart } from '../charts.ts'
import { button, menuItem } from '../targets.ts'
import { expect, test } from '../test.ts'

test('the first exported image of a dashboard shows its charts (OPEN-356)', async ({ app, adminCall, workshop }) => {
  const board = await makeBoard(adminCall, 'Exported')
  const query = await workshop.makeRunQuery({ name: 'Bars', query: 'SELECT i AS n, 5 AS height FROM range(4) t(i)' })
  const options = { globalSeriesType: 'column', columnMapping: { n: 'x', height: 'y' } }
  query.visualizations = [await workshop.makeVisualization(query, 'CHART', 'Drawn', options)]
  await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 6, sizeY: 8 })
  await app.open(`/dashboard/${board.slug}`)
  await app.find(chart)
  await app.click(button('Export'))
  await app.click(menuItem('PNG Image'))
  const path = join(app.engine.downloads, 'Exported.png')
  await expect.poll(() => readFile(path, 'base64').catch(() => '')).not.toBe('')
  const image = await readFile(path, 'base64')
  expect(await app.evaluate(colorfulPart, `data:image/png;base64,${image}`)).toBeGreaterThan(0.03)
})

/** Runs in the page: how much of an image has a saturated color, from 0 to 1. */
async function colorfulPart(url: string): Promise<number> {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  if (context === null) return 0
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  let colorful = 0
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 80) colorful++
  }
  return colorful / (data.length / 4)
}
