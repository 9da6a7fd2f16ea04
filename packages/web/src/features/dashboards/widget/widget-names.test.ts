import { expect, it } from 'vitest'
import { listedName, textboxName, widgetName } from './widget-names.ts'

const chart = { name: 'Delay by week', type: 'CHART', query: { name: 'Delays' } }

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
