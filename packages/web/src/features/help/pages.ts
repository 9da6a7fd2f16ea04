import { type HelpTopic, helpTopics } from '../../app/help/help-topics.ts'
import { shortcutGroups } from '../../app/shell/ShortcutsDialog.tsx'

/** Each file is loaded on demand. */
const guide = import.meta.glob<string>('../../../../../docs/guide/*.md', { query: '?raw', import: 'default' })
const own = import.meta.glob<string>('./topics/*.md', { query: '?raw', import: 'default' })
/** URLs of the images of the guide. */
const images = import.meta.glob<string>('../../../../../docs/images/*.png', { query: '?url', import: 'default', eager: true })

/** Topics that are a page of the guide, or a section of one. */
const fromGuide: Partial<Record<HelpTopic, { file: string; section?: string }>> = {
  install: { file: 'install' },
  'first-steps': { file: 'first-steps' },
  queries: { file: 'queries' },
  'query-snippets': { file: 'snippets' },
  alerts: { file: 'alerts' },
  'alert-destinations': { file: 'destinations' },
  'system-status': { file: 'monitoring' },
  backup: { file: 'backup' },
  'plug-ins': { file: 'plug-ins' },
  parameters: { file: 'parameters' },
  schedules: { file: 'schedules' },
  downloads: { file: 'downloads' },
  'charts-and-maps': { file: 'charts-and-maps' },
  'tables-and-figures': { file: 'tables-and-figures' },
  dashboards: { file: 'dashboards' },
  'share-dashboard': { file: 'sharing' },
  'authentication-options': { file: 'signing-in' },
  'users-and-groups': { file: 'users-and-groups' },
  organization: { file: 'organization' },
  audit: { file: 'audit' },
  'data-sources': { file: 'data-sources' },
  postgresql: { file: 'data-sources', section: 'PostgreSQL' },
  'postgresql-speakers': { file: 'data-sources', section: 'PostgreSQL-compatible servers' },
  mysql: { file: 'data-sources', section: 'MySQL and MariaDB' },
  'mysql-speakers': { file: 'data-sources', section: 'MySQL-compatible servers' },
  'sql-server': { file: 'data-sources', section: 'SQL Server and Azure SQL' },
  oracle: { file: 'data-sources', section: 'Oracle' },
  vertica: { file: 'data-sources', section: 'Vertica' },
  firebird: { file: 'data-sources', section: 'Firebird' },
  cassandra: { file: 'data-sources', section: 'Cassandra and ScyllaDB' },
  hive: { file: 'data-sources', section: 'Hive' },
  spark: { file: 'data-sources', section: 'Spark SQL' },
  'ssh-tunnels': { file: 'data-sources', section: 'SSH tunnels' },
  'http-sources': { file: 'http-sources' },
  url: { file: 'http-sources', section: 'URLs that return JSON, CSV or Excel' },
  clickhouse: { file: 'http-sources', section: 'ClickHouse' },
  prometheus: { file: 'http-sources', section: 'Prometheus' },
  graphite: { file: 'http-sources', section: 'Graphite' },
  influxdb: { file: 'http-sources', section: 'InfluxDB' },
  elasticsearch: { file: 'http-sources', section: 'Elasticsearch and OpenSearch' },
  trino: { file: 'http-sources', section: 'Trino and Presto' },
  druid: { file: 'http-sources', section: 'Druid' },
  drill: { file: 'http-sources', section: 'Apache Drill' },
  pinot: { file: 'http-sources', section: 'Pinot' },
  couchbase: { file: 'http-sources', section: 'Couchbase' },
  neo4j: { file: 'http-sources', section: 'Neo4j' },
  graphql: { file: 'http-sources', section: 'GraphQL' },
  jira: { file: 'http-sources', section: 'Jira' },
  'cloud-sources': { file: 'cloud-sources' },
  athena: { file: 'cloud-sources', section: 'Amazon Athena' },
  dynamodb: { file: 'cloud-sources', section: 'Amazon DynamoDB' },
  bigquery: { file: 'cloud-sources', section: 'BigQuery' },
  'google-sheets': { file: 'cloud-sources', section: 'Google Sheets' },
  'google-analytics': { file: 'cloud-sources', section: 'Google Analytics' },
  mongodb: { file: 'cloud-sources', section: 'MongoDB' },
  redis: { file: 'cloud-sources', section: 'Redis' },
  databricks: { file: 'cloud-sources', section: 'Databricks' },
  snowflake: { file: 'cloud-sources', section: 'Snowflake' },
  sqlite: { file: 'data-sources', section: 'SQLite' },
  duckdb: { file: 'data-sources', section: 'DuckDB' },
  files: { file: 'data-sources', section: 'Uploaded files' },
  folder: { file: 'data-sources', section: 'Files in a folder or S3 bucket' },
  'query-results': { file: 'data-sources', section: 'Query Results' },
}

/** The Markdown of a help topic. @throws if there is no such page */
export async function loadPage(topic: HelpTopic): Promise<string> {
  if (topic === 'keyboard-shortcuts') return shortcutsPage()
  const source = fromGuide[topic]
  const load = source ? guide[`../../../../../docs/guide/${source.file}.md`] : own[`./topics/${topic}.md`]
  if (!load) throw new Error(`The help has no page "${topic}".`)
  const text = await load()
  const page = source?.section === undefined ? text : sectionOf(text, source.section)
  if (page === null) throw new Error(`The guide has no section "${source?.section}".`)
  return withHelpLinks(withImages(page, imageUrl), (file) => topicOfFile.get(file) ?? null)
}

const imageUrl = (file: string): string | null => images[`../../../../../docs/images/${file}`] ?? null

/**
 * Replaces the paths of images, which are relative to the guide, by URLs.
 * @param urlOf the URL of a file in the folder of images; null if there is none, which leaves the image out
 */
export function withImages(markdown: string, urlOf: (file: string) => string | null): string {
  return markdown.replace(/!\[([^\]]*)\]\(\.\.\/images\/([\w.-]+)\)/g, (_, alt: string, file: string) => {
    const url = urlOf(file)
    return url === null ? '' : `![${alt}](${url})`
  })
}

/** The help topic for each page of the guide that is shown as a whole. */
const topicOfFile = new Map(
  Object.entries(fromGuide)
    .filter(([, source]) => source.section === undefined)
    .map(([topic, { file }]) => [file, topic]),
)

function shortcutsPage(): string {
  const groups = shortcutGroups.map(({ title, shortcuts }) =>
    [
      `## ${title}`,
      '',
      '| keys | |',
      '| --- | --- |',
      ...shortcuts.map(({ keys, text }) => `| ${keys.map((key) => `\`${key}\``).join(' ')} | ${text} |`),
    ].join('\n'),
  )
  return [`# ${helpTopics['keyboard-shortcuts']}`, ...groups].join('\n\n')
}

/**
 * A section of a page as a page of its own.
 * @param heading text of a heading of level two
 * @returns null if there is no such section
 */
export function sectionOf(markdown: string, heading: string): string | null {
  const lines = markdown.split('\n')
  const start = lines.indexOf(`## ${heading}`)
  if (start < 0) return null
  const next = lines.findIndex((line, at) => at > start && line.startsWith('## '))
  const body = lines.slice(start + 1, next < 0 ? undefined : next)
  return [`# ${heading}`, ...body].join('\n').trimEnd()
}

/**
 * Rewrites links between pages of the guide to links between help topics.
 * @param topicOf the topic that shows a file of the guide; null if none does, which turns the link into plain text
 */
export function withHelpLinks(markdown: string, topicOf: (file: string) => string | null): string {
  return markdown.replace(/\[([^\]]+)\]\(([\w./-]+)\.md(?:#[\w-]*)?\)/g, (_, label: string, path: string) => {
    const topic = path.includes('/') ? null : topicOf(path)
    return topic === null ? label : `[${label}](help/${topic})`
  })
}

/** The help topic that a link leads to; null for other links. */
export const topicInLink = (href: string): string | null => /^help\/([a-z0-9-]+)$/.exec(href)?.[1] ?? null
