import { registry } from '@sightline/domain/registry.ts'
import { pluginRunner } from '../plugins/data-source.ts'
import { loadedPlugins } from '../plugins/loaded.ts'
import { mergeTypes } from '../plugins/merge.ts'
import athena from './athena/index.ts'
import awsEs from './aws-es/index.ts'
import axibasetsd from './axibasetsd/index.ts'
import bigqueryGce from './bigquery/gce.ts'
import bigquery from './bigquery/index.ts'
import cassandra from './cassandra/index.ts'
import clickhouse from './clickhouse/index.ts'
import cockroach from './cockroach/index.ts'
import couchbase from './couchbase/index.ts'
import csv from './csv/index.ts'
import databricks from './databricks/index.ts'
import drill from './drill/index.ts'
import druid from './druid/index.ts'
import duckdb from './duckdb/index.ts'
import dynamodb from './dynamodb/index.ts'
import elasticsearch from './elasticsearch/index.ts'
import elasticsearch2 from './elasticsearch2/index.ts'
import openDistroSql from './elasticsearch2-open-distro-sql/index.ts'
import xpackSql from './elasticsearch2-xpack-sql/index.ts'
import excel from './excel/index.ts'
import files from './files/index.ts'
import firebird from './firebird/index.ts'
import folder from './folder/index.ts'
import googleAnalytics4 from './google-analytics4/index.ts'
import googleSpreadsheets from './google-spreadsheets/index.ts'
import graphite from './graphite/index.ts'
import graphql from './graphql/index.ts'
import greenplum from './greenplum/index.ts'
import hive from './hive/index.ts'
import hiveHttp from './hive-http/index.ts'
import influxdb from './influxdb/index.ts'
import influxdbv2 from './influxdbv2/index.ts'
import jirajql from './jirajql/index.ts'
import json from './json/index.ts'
import kibana from './kibana/index.ts'
import mariadb from './mariadb/index.ts'
import memsql from './memsql/index.ts'
import mongodb from './mongodb/index.ts'
import mssql from './mssql/index.ts'
import mssqlOdbc from './mssql-odbc/index.ts'
import mysql from './mysql/index.ts'
import neo4j from './neo4j/index.ts'
import oracle from './oracle/index.ts'
import pinot from './pinot/index.ts'
import postgres from './postgres/index.ts'
import presto from './presto/index.ts'
import prometheus from './prometheus/index.ts'
import rdsMysql from './rds-mysql/index.ts'
import redis from './redis/index.ts'
import redshift from './redshift/index.ts'
import redshiftIam from './redshift-iam/index.ts'
import results from './results/index.ts'
import risingwave from './risingwave/index.ts'
import scylla from './scylla/index.ts'
import snowflake from './snowflake/index.ts'
import spark from './spark/index.ts'
import sqlite from './sqlite/index.ts'
import tidb from './tidb/index.ts'
import timescaledb from './timescaledb/index.ts'
import trino from './trino/index.ts'
import url from './url/index.ts'
import vertica from './vertica/index.ts'

/** Every kind of data source of the product, one line per type. Drivers load on first use, so this list stays cheap. */
const builtIn = registry('Data source', [
  athena,
  awsEs,
  axibasetsd,
  bigquery,
  bigqueryGce,
  cassandra,
  clickhouse,
  cockroach,
  couchbase,
  csv,
  databricks,
  drill,
  druid,
  duckdb,
  dynamodb,
  elasticsearch,
  elasticsearch2,
  excel,
  files,
  firebird,
  folder,
  googleAnalytics4,
  googleSpreadsheets,
  graphite,
  graphql,
  greenplum,
  hive,
  hiveHttp,
  influxdb,
  influxdbv2,
  jirajql,
  json,
  kibana,
  mariadb,
  memsql,
  mongodb,
  mssql,
  mssqlOdbc,
  mysql,
  neo4j,
  openDistroSql,
  oracle,
  pinot,
  postgres,
  presto,
  prometheus,
  rdsMysql,
  redis,
  redshift,
  redshiftIam,
  results,
  risingwave,
  scylla,
  snowflake,
  spark,
  sqlite,
  tidb,
  timescaledb,
  trino,
  url,
  vertica,
  xpackSql,
])

const ofPlugins = loadedPlugins.plugins.flatMap(({ name, entry, dataSources }) =>
  dataSources.map((source) => ({ plugin: name, type: pluginRunner(source, entry) })),
)

/** Every kind of data source, with those of plug-ins, and a sentence about each that was left out. */
export const { types: runners, problems: runnerProblems } = mergeTypes('Data source', builtIn, ofPlugins)
