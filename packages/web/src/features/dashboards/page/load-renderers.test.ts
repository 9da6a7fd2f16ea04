import type { ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import { expect, it } from 'vitest'
import { loadFirstRenderer, readFirst } from './load-renderers.ts'

const widget = (id: number, col: number, row: number, type = 'TABLE'): Widget =>
  ({ id, width: 1, options: { position: { col, row } }, visualization: { type } }) as unknown as ShownWidget

const restricted = { id: 9, width: 1, options: {}, restricted: true } as unknown as Widget

it('the widget that is waited for is the one at the upper left, wherever it is in the list', () => {
  expect(readFirst([widget(1, 0, 5), widget(2, 3, 0), widget(3, 0, 0)])?.id).toBe(3)
  expect(readFirst([])).toBeUndefined()
})

it('nothing is waited for where nothing can be drawn', async () => {
  await expect(loadFirstRenderer([])).resolves.toBeUndefined()
  await expect(loadFirstRenderer([restricted])).resolves.toBeUndefined()
  await expect(loadFirstRenderer([widget(1, 0, 0, 'OF ANOTHER VERSION')])).resolves.toBeUndefined()
})
