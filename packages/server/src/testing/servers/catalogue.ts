import { arrowGoServer } from './arrow-go.ts'
import { brickhouseServer } from './brickhouse.ts'
import { cassandraServer } from './cassandra.ts'
import { chdbServer } from './chdb.ts'
import { crucibleServer } from './crucible.ts'
import { datasetteServer } from './datasette.ts'
import { drillServer } from './drill.ts'
import { druidServer } from './druid.ts'
import { ferretdbServer } from './ferretdb.ts'
import type { FetchedServer } from './fetched-server.ts'
import { goMysqlServer } from './go-mysql-server.ts'
import { graphqlYoga } from './graphql-yoga.ts'
import { hiveServer } from './hive.ts'
import { influxdbServer } from './influxdb.ts'
import { jira820Server } from './jira820.ts'
import { motoServer } from './moto.ts'
import { neo4jServer } from './neo4j.ts'
import { opensearchServer } from './opensearch.ts'
import { pinotServer } from './pinot.ts'
import { prestoServer } from './presto.ts'
import { pysqlbridgeServer } from './pysqlbridge.ts'
import { questdbServer } from './questdb.ts'
import { roapiServer } from './roapi.ts'
import { sparkServer } from './spark.ts'
import { trinoServer } from './trino.ts'
import { victoriametricsServer } from './victoriametrics.ts'

/** Which types of data sources meet a fetched server, and the file of their tests in `runners`. */
export interface ServerTest {
  types: [string, ...string[]]
  server: Pick<FetchedServer<never>, 'name' | 'version' | 'origin' | 'fetch'>
  file: string
  /** Says in a few words how the server differs from the product that the type is for; left out if it is the product. */
  caveat?: string
}

/** All of them, types with more users first. */
export const serverTests: ServerTest[] = [
  {
    types: ['pg'],
    server: questdbServer,
    file: 'postgres-wire/index.server.test.ts',
    caveat: "speaks PostgreSQL's protocol, with types of its own; `npm test` has PostgreSQL 18",
  },
  {
    types: ['mysql'],
    server: goMysqlServer,
    file: 'mysql-wire/index.server.test.ts',
    caveat: "is Dolt's engine and protocol on tables in memory; `npm test` has MariaDB 10.11, in place of MySQL",
  },
  {
    types: ['mssql', 'mssql_odbc'],
    server: pysqlbridgeServer,
    file: 'tds/index.server.test.ts',
    caveat: "speaks SQL Server's protocol, without decimals, days and times with offsets; those are met in a stub of ours",
  },
  {
    types: ['elasticsearch2', 'elasticsearch', 'aws_es', 'kibana'],
    server: opensearchServer,
    file: 'elasticsearch-wire/index.server.test.ts',
    caveat: 'has the search API of Elasticsearch 7.10',
  },
  {
    types: ['bigquery', 'bigquery_gce'],
    server: crucibleServer,
    file: 'bigquery/index.server.test.ts',
    caveat: "answers BigQuery's API from DuckDB; access tokens, the metadata server of a machine and dry runs are ours",
  },
  { types: ['hive', 'hive_http'], server: hiveServer, file: 'hive-wire/index.server.test.ts' },
  { types: ['spark'], server: sparkServer, file: 'spark/index.server.test.ts' },
  {
    types: ['flight_sql'],
    server: { ...arrowGoServer, fetch: () => Promise.all([arrowGoServer.fetch(), roapiServer.fetch()]) },
    file: 'flight-sql/index.server.test.ts',
    caveat: `has a login and cancels of ours, and ${roapiServer.name} ${roapiServer.version} (${roapiServer.origin}), which answers from DataFusion`,
  },
  { types: ['trino'], server: trinoServer, file: 'trino/index.server.test.ts' },
  {
    types: ['druid'],
    server: druidServer,
    file: 'druid/index.server.test.ts',
    caveat: 'is a broker without tables',
  },
  { types: ['drill'], server: drillServer, file: 'drill/index.server.test.ts' },
  { types: ['pinot'], server: pinotServer, file: 'pinot/index.server.test.ts' },
  { types: ['presto'], server: prestoServer, file: 'presto/index.server.test.ts' },
  {
    types: ['Cassandra', 'scylla'],
    server: cassandraServer,
    file: 'cassandra-wire/index.server.test.ts',
    caveat: 'also stands in for ScyllaDB',
  },
  {
    types: ['mongodb'],
    server: ferretdbServer,
    file: 'mongodb/index.server.test.ts',
    caveat: "speaks MongoDB's protocol on SQLite",
  },
  {
    types: ['clickhouse'],
    server: chdbServer,
    file: 'clickhouse/index.server.test.ts',
    caveat: 'is ClickHouse 26.9 as a library, behind HTTP of ours; `npm test` has ClickHouse 18.16',
  },
  {
    types: ['prometheus'],
    server: victoriametricsServer,
    file: 'prometheus/index.server.test.ts',
    caveat: 'answers the same API; `npm test` has Prometheus 2.42',
  },
  { types: ['influxdbv2'], server: influxdbServer, file: 'influxdbv2/index.server.test.ts' },
  {
    types: ['databricks'],
    server: brickhouseServer,
    file: 'databricks/index.server.test.ts',
    caveat: 'answers the API of statements with a part of the SQL; nested values and large results are met in a stub of ours',
  },
  {
    types: ['jirajql'],
    server: jira820Server,
    file: 'jirajql/index.server.test.ts',
    caveat: 'is a mock of a server of Jira 8.20; errors and the cloud are met in a stub of ours',
  },
  { types: ['neo4j'], server: neo4jServer, file: 'neo4j/index.server.test.ts' },
  { types: ['graphql'], server: graphqlYoga, file: 'graphql/index.server.test.ts', caveat: 'has a schema of ours' },
  {
    types: ['csv', 'excel', 'json'],
    server: datasetteServer,
    file: 'csv/index.server.test.ts',
    caveat: 'serves tables of SQLite, and files that pandas, openpyxl and XlsxWriter wrote',
  },
  {
    types: ['dynamodb'],
    server: motoServer,
    file: 'dynamodb/index.server.test.ts',
    caveat: 'is a mock of the service',
  },
  {
    types: ['athena'],
    server: motoServer,
    file: 'athena/index.server.test.ts',
    caveat: 'is a mock of the service and of Glue, without an engine: the rows are ours',
  },
  {
    types: ['redshift_iam'],
    server: motoServer,
    file: 'redshift-iam/index.server.test.ts',
    caveat: 'is a mock of the services that give the password; the SQL is tested as with Redshift',
  },
]

/** How the other types meet a server in `npm test`: by name of the server, which others wrote, or by a stub. */
export const metInTests: Record<string, string> = {
  timescaledb: 'PostgreSQL 18, without the extension',
  greenplum: 'PostgreSQL 18, in place of Greenplum',
  rds_mysql: 'MariaDB 10.11, in place of MySQL',
  memsql: 'MariaDB 10.11, in place of SingleStore',
  tidb: 'MariaDB 10.11, in place of TiDB',
  mariadb: 'MariaDB 10.11',
  firebird: 'Firebird 3.0',
  graphite: 'Graphite 1.1',
  influxdb: 'InfluxDB 1.6',
  redis: 'Redis 7.0',
  sqlite: 'SQLite, as included in Node.js',
  duckdb: 'DuckDB',
  results: 'DuckDB and SQLite',
  files: 'DuckDB, with files of a folder',
  folder: 'files of a folder, and a bucket of OpenStack Swift 2.30',
}
