import { expect, it } from 'vitest'
import { visualizationTypeName } from './visualization-names.ts'

it.each([
  ['CHART', 'Chart'],
  ['WORD_CLOUD', 'Word Cloud'],
  ['SUNBURST_SEQUENCE', 'Sunburst Sequence'],
  ['PIVOT', 'Pivot Table'],
  ['MAP', 'Map (Markers)'],
])('shows the visualization type %s as "%s"', (type, name) => {
  expect(visualizationTypeName(type)).toBe(name)
})

it('leaves a text alone that is not the id of a type', () => {
  for (const text of ['__proto__', 'toString', '', 'Chart']) expect(visualizationTypeName(text)).toBe(text)
})
