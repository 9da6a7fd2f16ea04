import type { ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import { describe, expect, it } from 'vitest'
import { firstRuns } from './ask-ahead.ts'

const wide = { width: 1440, height: 1500 }

/** A widget as far as it counts here. */
function widget(id: number, row: number, query: { id: number; parameters?: unknown[] } | null): Widget {
  const visualization = query && { type: 'CHART', query: { id: query.id, options: { parameters: query.parameters } } }
  const shown = {
    id,
    width: 1,
    options: { position: { col: 0, row, sizeX: 2, sizeY: 8 } },
    visualization: visualization ?? undefined,
  }
  return shown as unknown as ShownWidget
}

describe('the runs that a dashboard asks for before it is drawn', () => {
  it('are those of widgets near what is seen, each once', () => {
    const widgets = [widget(1, 0, { id: 10 }), widget(2, 8, { id: 11 }), widget(3, 29, { id: 10 }), widget(4, 30, { id: 12 })]
    expect(firstRuns(widgets, wide).map(({ queryId }) => queryId)).toEqual([10, 11])
  })

  it('leave out what depends on values that readers choose, textboxes, and what the reader may not see', () => {
    const restricted: Widget = {
      id: 3,
      dashboard_id: 1,
      width: 1,
      options: {},
      restricted: true,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    }
    const chosen = { id: 10, parameters: [{ name: 'day', title: 'Day', type: 'date', value: 'd_now' }] }
    expect(firstRuns([widget(1, 0, chosen), widget(2, 0, null), restricted], wide)).toEqual([])
  })

  it('are in a single column those of the first row alone, as nobody knows yet where the others lie', () => {
    const widgets = [widget(1, 0, { id: 10 }), widget(2, 8, { id: 11 })]
    expect(firstRuns(widgets, { width: 390, height: 1400 }).map(({ queryId }) => queryId)).toEqual([10])
  })
})
