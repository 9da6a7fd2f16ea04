import { expect, it } from 'vitest'
import { guideOf, helpTopics, isHelpTopic } from './help-topics.ts'

it('the help has a topic for every part of the product (HELP-04)', () => {
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
])('the help topic of the data source type %s is %s (HELP-05)', (type, title) => {
  const topic = guideOf(type)
  expect(topic && helpTopics[topic]).toBe(title)
})

it('every bundled data source type has a help topic, unknown types have none (DS-12)', () => {
  const types = ['pg', 'mysql', 'sqlite', 'duckdb', 'files', 'results', 'cockroach', 'redshift', 'risingwave', 'timescaledb']
  const more = ['redshift_iam', 'greenplum', 'mariadb', 'rds_mysql', 'memsql', 'tidb', 'mssql', 'mssql_odbc']
  expect([...types, ...more].map(guideOf)).not.toContain(null)
  expect(guideOf('abacus')).toBeNull()
})
