import { expect, it } from 'vitest'
import { consequence } from './use-remove-destination.ts'

it.each([
  [[], 'No alert uses it.'],
  [['A'], 'The alert A will no longer notify it.'],
  [['A', 'B', 'C'], 'The alerts A, B and C will no longer notify it.'],
  [['A', 'B', 'C', 'D', 'E'], 'The alerts A, B, C, D and E will no longer notify it.'],
  [['A', 'B', 'C', 'D', 'E', 'F', 'G'], 'The alerts A, B, C, D, E and 2 more will no longer notify it.'],
])('names the alerts %j that will not notify a deleted destination', (alerts, sentence) => {
  expect(consequence(alerts, 0)).toBe(sentence)
})

it('counts the reports that are no longer sent', () => {
  expect(consequence(['A'], 1)).toBe('The alert A will no longer notify it. 1 report will no longer be sent.')
  expect(consequence([], 3)).toBe('No alert uses it. 3 reports will no longer be sent.')
})
