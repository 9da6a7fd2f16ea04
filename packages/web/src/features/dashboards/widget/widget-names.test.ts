import { expect, it } from 'vitest'
import { listedName, widgetHeading, widgetName } from './widget-names.ts'

const chart = { name: 'Delay by week', type: 'CHART', query: { name: 'Delays' } }

it('shows the name of the visualization, followed by that of the query if it adds something', () => {
  expect(widgetHeading(chart, 'Chart')).toEqual({ title: 'Delay by week', note: 'Delays' })
  expect(widgetHeading({ ...chart, name: 'Chart' }, 'Chart')).toEqual({ title: 'Delays', note: '' })
  expect(widgetHeading({ ...chart, name: 'Delays' }, 'Chart')).toEqual({ title: 'Delays', note: '' })
})

it('names a widget after its query and visualization, shortened to twenty characters in lists (WIDGET-34, WIDGET-35)', () => {
  expect(widgetName(chart)).toBe('Delays – Delay by week')
  expect(listedName('x'.repeat(20))).toBe('x'.repeat(20))
  expect(listedName(widgetName(chart))).toBe('Delays – Delay by we…')
})
