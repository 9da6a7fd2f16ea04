import type { ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import { describe, expect, it } from 'vitest'
import { createFirstWidgetGate, firstWidgetOf, initialRuns, loadFirstRenderer } from './load-order.tsx'

describe('initialRuns', () => {
  const desktop = { width: 1440, height: 1500 }

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

  it('runs the query of each widget near the viewport once', () => {
    const widgets = [widget(1, 0, { id: 10 }), widget(2, 8, { id: 11 }), widget(3, 29, { id: 10 }), widget(4, 30, { id: 12 })]
    expect(initialRuns(widgets, desktop).map(({ queryId }) => queryId)).toEqual([10, 11])
  })

  it('leaves out queries with parameters, textboxes and restricted widgets', () => {
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
    expect(initialRuns([widget(1, 0, chosen), widget(2, 0, null), restricted], desktop)).toEqual([])
  })

  it('takes only the first row in a single column, where the positions of the others are not known yet', () => {
    const widgets = [widget(1, 0, { id: 10 }), widget(2, 8, { id: 11 })]
    expect(initialRuns(widgets, { width: 390, height: 1400 }).map(({ queryId }) => queryId)).toEqual([10])
  })
})

describe('the first widget', () => {
  const widget = (id: number, col: number, row: number, type = 'TABLE'): Widget =>
    ({ id, width: 1, options: { position: { col, row } }, visualization: { type } }) as unknown as ShownWidget
  const restricted = { id: 9, width: 1, options: {}, restricted: true } as unknown as Widget

  it('is the one at the upper left, wherever it is in the list', () => {
    expect(firstWidgetOf([widget(1, 0, 5), widget(2, 3, 0), widget(3, 0, 0)])?.id).toBe(3)
    expect(firstWidgetOf([])).toBeUndefined()
  })

  it('needs no renderer if it is missing, restricted or of an unknown type', async () => {
    await expect(loadFirstRenderer([])).resolves.toBeUndefined()
    await expect(loadFirstRenderer([restricted])).resolves.toBeUndefined()
    await expect(loadFirstRenderer([widget(1, 0, 0, 'OF ANOTHER VERSION')])).resolves.toBeUndefined()
  })
})

describe('createFirstWidgetGate', () => {
  function page() {
    const frames = new Set<() => void>()
    const timers = new Set<() => void>()
    const schedule = (waiting: Set<() => void>) => (next: () => void) => {
      waiting.add(next)
      return () => void waiting.delete(next)
    }
    const runAll = (waiting: Set<() => void>) => {
      const due = [...waiting]
      waiting.clear()
      for (const next of due) next()
    }
    const calls: string[] = []
    const clocks = { frame: schedule(frames), after: (_: number, next: () => void) => schedule(timers)(next) }
    const gate = createFirstWidgetGate(clocks, 150, () => calls.push('open'))
    const leave = gate.start()
    return { gate, leave, calls, frames, timers, showFrame: () => runAll(frames), passTime: () => runAll(timers) }
  }

  it('opens two frames after the first widget has been reported as painted', () => {
    const { gate, calls, timers, showFrame } = page()
    showFrame()
    gate.reportPainted()
    showFrame()
    expect(calls).toEqual([])
    gate.reportPainted()
    showFrame()
    expect(calls).toEqual(['open'])
    expect(timers.size).toBe(0)
  })

  it('opens when the time is up, although the first widget is still loading', () => {
    const { gate, calls, frames, passTime } = page()
    gate.reportPainted()
    passTime()
    expect(calls).toEqual(['open'])
    expect(frames.size).toBe(0)
  })

  it('never opens after the page has been left', () => {
    const { gate, leave, calls, frames, timers } = page()
    gate.reportPainted()
    leave()
    expect([calls, frames.size, timers.size]).toEqual([[], 0, 0])
  })
})
