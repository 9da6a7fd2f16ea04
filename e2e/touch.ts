import type { Page } from '@playwright/test'

interface Point {
  x: number
  y: number
}

/** Steps of a movement, as of a finger that moves for a quarter of a second. */
const STEPS = 8

/**
 * Moves fingers over the page of a phone, all at once, and lifts them.
 * @param fingers the way of each, from one point to another
 */
export async function moveFingers(page: Page, fingers: readonly { from: Point; to: Point }[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : pointsAt(fingers, share) })
  await touch('touchStart', 0)
  for (let step = 1; step <= STEPS; step++) await touch('touchMove', step / STEPS)
  await touch('touchEnd', 1)
  await session.detach()
}

/**
 * Rests a finger on the page of a phone and lifts it.
 * @param until resolves when the finger may be lifted
 */
export async function holdFinger(page: Page, at: Point, until: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ id: 0, ...at }] })
  await until()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

const pointsAt = (fingers: readonly { from: Point; to: Point }[], share: number) =>
  fingers.map(({ from, to }, id) => ({ id, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }))
