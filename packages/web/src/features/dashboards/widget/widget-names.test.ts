import { expect, it } from 'vitest'
import { listedName, textboxName, widgetHeading, widgetName } from './widget-names.ts'

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

it('names a textbox after its first line, as it is read (OPEN-451)', () => {
  expect(textboxName('## Sales **by** [city](https://example.org)\n\nAll of them')).toBe('Textbox: Sales by city')
  expect(textboxName('- one\n- two')).toBe('Textbox: one')
  expect(textboxName('x'.repeat(61))).toBe(`Textbox: ${'x'.repeat(60)}…`)
  for (const text of ['', '  \n ', '**']) expect(textboxName(text)).toBe('Textbox')
})
