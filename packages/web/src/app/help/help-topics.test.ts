import { expect, it } from 'vitest'
import { guideOf, helpTopics, isHelpTopic } from './help-topics.ts'

it('has the topics of the product (HELP-04)', () => {
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
])('has a guide of the data source type %s: %s (HELP-05)', (type, title) => {
  const topic = guideOf(type)
  expect(topic && helpTopics[topic]).toBe(title)
})

it('has a guide of every type that comes with the product, and none of what it does not know (DS-12)', () => {
  const types = ['pg', 'mysql', 'sqlite', 'duckdb', 'files', 'results', 'cockroach', 'redshift', 'risingwave', 'timescaledb']
  const more = ['redshift_iam', 'greenplum', 'mariadb', 'rds_mysql', 'memsql', 'tidb', 'mssql', 'mssql_odbc']
  expect([...types, ...more].map(guideOf)).not.toContain(null)
  expect(guideOf('abacus')).toBeNull()
})
