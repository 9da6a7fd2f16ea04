import { expect, it } from 'vitest'
import { helpTopics, isHelpTopic } from './help-topics.ts'

it('has a page for every topic that the product links to (HELP-04)', () => {
  const needed = ['home', 'value-source-options', 'share-dashboard', 'authentication-options', 'usage-data-sharing']
  expect(needed.filter((topic) => !isHelpTopic(topic))).toEqual([])
  expect(isHelpTopic('no-such-topic')).toBe(false)
  expect(isHelpTopic('toString')).toBe(false)
})

it.each([
  ['athena', 'Amazon Athena'],
  ['bigquery', 'BigQuery'],
  ['url', 'URL'],
  ['mongodb', 'MongoDB'],
  ['google-sheets', 'Google Sheets'],
  ['google-analytics', 'Google Analytics'],
  ['axibase', 'Axibase Time Series Database'],
  ['query-results', 'Query Results'],
] as const)('has the guide to data sources "%s" under the title "%s" (HELP-05)', (topic, title) => {
  expect(helpTopics[topic]).toBe(title)
})
