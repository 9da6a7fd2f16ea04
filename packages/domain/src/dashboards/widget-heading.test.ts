import { expect, it } from 'vitest'
import { widgetHeading } from './widget-heading.ts'

const chart = { name: 'Delay by week', type: 'CHART', query: { name: 'Delays' } }

it('shows the name of the visualization, followed by that of the query if it adds something', () => {
  expect(widgetHeading(chart, 'Chart')).toEqual({ title: 'Delay by week', note: 'Delays' })
  expect(widgetHeading({ ...chart, name: 'Chart' }, 'Chart')).toEqual({ title: 'Delays', note: '' })
  expect(widgetHeading({ ...chart, name: 'Delays' }, 'Chart')).toEqual({ title: 'Delays', note: '' })
})
