import { expect, it } from 'vitest'
import { visualizationTypeName } from './visualization-names.ts'

it.each([
  ['CHART', 'Chart'],
  ['WORD_CLOUD', 'Word Cloud'],
  ['SUNBURST_SEQUENCE', 'Sunburst Sequence'],
  ['PIVOT', 'Pivot Table'],
  ['MAP', 'Map (Markers)'],
])('has the name of the visualization type %s: "%s"', (type, name) => {
  expect(visualizationTypeName(type)).toBe(name)
})
