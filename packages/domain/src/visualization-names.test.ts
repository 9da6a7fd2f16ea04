import { expect, it } from 'vitest'
import { isTypeName, visualizationTypeName } from './visualization-names.ts'

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

it('knows a visualization that nobody has named by the name of its type (OPEN-607)', () => {
  expect(isTypeName('Pivot Table', 'PIVOT')).toBe(true)
  expect(isTypeName('Word Cloud', 'WORD_CLOUD')).toBe(true)
  expect(isTypeName('Pivot', 'PIVOT')).toBe(false)
  expect(isTypeName('Sales', 'TABLE')).toBe(false)
})
