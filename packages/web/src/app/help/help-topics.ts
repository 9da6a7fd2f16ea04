/** The pages of the help, with their titles. The documentation has a page of the same name for each. */
export const helpTopics = {
  home: 'Help',
  queries: 'Queries',
  parameters: 'Parameters',
  schedules: 'Schedules',
  downloads: 'Downloads',
  'query-snippets': 'Query snippets',
  dashboards: 'Dashboards',
  alerts: 'Alerts',
  'alert-destinations': 'Alert destinations',
  'value-source-options': 'Where a widget takes its values from',
  'share-dashboard': 'Sharing',
  'authentication-options': 'Signing in',
  'users-and-groups': 'Users and groups',
  organization: 'Settings of the organization',
  audit: 'Audit log',
  'usage-data-sharing': 'Sharing how Sightline is used',
  'system-status': 'Watching over an installation',
  'keyboard-shortcuts': 'Keyboard shortcuts',
  'data-sources': 'Data sources',
  postgresql: 'PostgreSQL',
  mysql: 'MySQL and MariaDB',
  sqlite: 'SQLite',
  duckdb: 'DuckDB',
  files: 'Uploaded files',
  'query-results': 'Query Results',
  athena: 'Amazon Athena',
  bigquery: 'BigQuery',
  url: 'URL',
  mongodb: 'MongoDB',
  'google-sheets': 'Google Sheets',
  'google-analytics': 'Google Analytics',
  axibase: 'Axibase Time Series Database',
} as const

export type HelpTopic = keyof typeof helpTopics

export const isHelpTopic = (name: string): name is HelpTopic => Object.hasOwn(helpTopics, name)

/** The guide of each type of data source that has one. */
const guides: Readonly<Record<string, HelpTopic>> = {
  pg: 'postgresql',
  mysql: 'mysql',
  rds_mysql: 'mysql',
  sqlite: 'sqlite',
  duckdb: 'duckdb',
  files: 'files',
  results: 'query-results',
  athena: 'athena',
  bigquery: 'bigquery',
  bigquery_gce: 'bigquery',
  url: 'url',
  json: 'url',
  mongodb: 'mongodb',
  google_spreadsheets: 'google-sheets',
  google_analytics: 'google-analytics',
  google_analytics4: 'google-analytics',
  axibasetsd: 'axibase',
}

/** The guide of a type of data source; null where there is none. */
export const guideOf = (type: string): HelpTopic | null => guides[type] ?? null
