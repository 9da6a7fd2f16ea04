import { expect, it } from 'vitest'
import { guideOf, helpTopics, isHelpTopic } from './help-topics.ts'

it('HELP-04 has the topics of the product', () => {
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
  ['google_spreadsheets', 'Google Sheets'],
  ['google_analytics', 'Google Analytics'],
  ['axibasetsd', 'Axibase Time Series Database'],
  ['results', 'Query Results'],
])('HELP-05 has a guide of the data source type %s: %s', (type, title) => {
  const topic = guideOf(type)
  expect(topic && helpTopics[topic]).toBe(title)
})

it('DS-12 has a guide of every type that comes with the product, and none of what it does not know', () => {
  const types = ['pg', 'mysql', 'sqlite', 'duckdb', 'files', 'results', 'cockroach', 'redshift', 'risingwave', 'timescaledb']
  const more = ['redshift_iam', 'greenplum', 'mariadb', 'rds_mysql', 'memsql', 'tidb', 'mssql', 'mssql_odbc']
  expect([...types, ...more].map(guideOf)).not.toContain(null)
  expect(guideOf('abacus')).toBeNull()
})
