import { expect, it } from 'vitest'
import { consequence } from './use-remove-destination.ts'

it.each([
  [[], 'No alert notifies it.'],
  [['A'], 'The alert A will not notify it any more.'],
  [['A', 'B', 'C'], 'The alerts A, B and C will not notify it any more.'],
  [['A', 'B', 'C', 'D', 'E'], 'The alerts A, B, C, D and E will not notify it any more.'],
  [['A', 'B', 'C', 'D', 'E', 'F', 'G'], 'The alerts A, B, C, D, E and 2 more will not notify it any more.'],
])('names the alerts %j that will not notify a deleted destination', (alerts, sentence) => {
  expect(consequence(alerts, 0)).toBe(sentence)
})

it('counts the reports that are no longer sent', () => {
  expect(consequence(['A'], 1)).toBe('The alert A will not notify it any more. A report is no longer sent.')
  expect(consequence([], 3)).toBe('No alert notifies it. 3 reports are no longer sent.')
})
