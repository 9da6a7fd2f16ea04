import { expect, it } from 'vitest'
import { drawingSize, POINTS_PER_PIXEL, pageOf, screenSize } from './page.ts'

it('charts in a PDF have at least the height that their shape on a screen gives, up to half a page, and texts of 7 points (OPEN-654)', () => {
  const portrait = pageOf([], 'a4')
  const tall = { col: 0, row: 0, columns: 3, rows: 8, autoHeight: false }
  const screen = screenSize(tall)
  const size = drawingSize(tall, portrait)
  expect(size.height / size.width).toBeCloseTo(screen.height / screen.width, 2)
  expect(drawingSize({ ...tall, columns: 1, rows: 6 }, portrait).height).toBeGreaterThanOrEqual(180)
  expect(drawingSize({ ...tall, rows: 60 }, portrait).height * POINTS_PER_PIXEL).toBeLessThan(portrait.height / 2)
  expect(11 * POINTS_PER_PIXEL).toBeGreaterThanOrEqual(7)
})
