import type { Runner } from '../runner.ts'

/** A product whose server speaks the protocol of HiveServer2, and how it differs from others. */
export interface HiveProduct extends Pick<Runner, 'dialect' | 'language' | 'guide' | 'annotates'> {
  /** The name of its server in error messages. */
  serverName: string
  /** Settings of each session in which a query runs. */
  settings: Readonly<Record<string, string>>
  /** The setting of a session that takes the name of a time zone. */
  timeZoneSetting: string
  /** The name of the only column of the empty result that a statement without rows has; null if it has no result. */
  placeholderColumn: string | null
  /** Whether places in its error messages count code points, else units of UTF-16, of which an emoji has two. */
  countsCodePoints: boolean
}

/** Apache Hive. */
export const HIVE: HiveProduct = {
  serverName: 'HiveServer2',
  dialect: 'hive',
  language: 'hive',
  guide: 'hive',
  // Versions before 4.0 have no block comments.
  annotates: false,
  // Columns have their own names, without those of tables in front.
  settings: { 'hive.resultset.use.unique.column.names': 'false' },
  timeZoneSetting: 'hive.local.time.zone',
  placeholderColumn: null,
  countsCodePoints: false,
}

/** Apache Spark, whose Thrift server has a copy of Hive's. It refuses settings that Hive 2.3 does not know. */
export const SPARK: HiveProduct = {
  serverName: "Spark's Thrift server",
  dialect: 'spark',
  language: 'spark',
  guide: 'spark',
  annotates: true,
  settings: {},
  timeZoneSetting: 'spark.sql.session.timeZone',
  placeholderColumn: 'Result',
  countsCodePoints: true,
}
