import { expect, it } from 'vitest'
import { headOf, listedName, widgetName } from './widget-names.ts'

const chart = { name: 'Delay by week', type: 'CHART', query: { name: 'Delays' } }

it('the head of a widget has the name of the visualization, and that of the query where it says more', () => {
  expect(headOf(chart, 'Chart')).toEqual({ title: 'Delay by week', note: 'Delays' })
  expect(headOf({ ...chart, name: 'Chart' }, 'Chart')).toEqual({ title: 'Delays', note: '' })
  expect(headOf({ ...chart, name: 'Delays' }, 'Chart')).toEqual({ title: 'Delays', note: '' })
})

it('a widget is named after query and visualization, in lists with twenty characters (WIDGET-34, WIDGET-35)', () => {
  expect(widgetName(chart)).toBe('Delays – Delay by week')
  expect(listedName('x'.repeat(20))).toBe('x'.repeat(20))
  expect(listedName(widgetName(chart))).toBe('Delays – Delay by we…')
})
