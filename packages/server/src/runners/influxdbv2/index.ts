import { defineRunner } from '../runner.ts'
import { InfluxOptions } from './options.ts'

/** InfluxDB 2 (https://docs.influxdata.com/influxdb/v2/). The language is Flux. */
export default defineRunner({
  type: 'influxdbv2',
  name: 'InfluxDBv2',
  syntax: 'sql',
  dialect: 'flux',
  language: 'flux',
  guide: 'influxdb',
  moduleUrl: import.meta.url,
  config: InfluxOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./schema.ts')).testConnection(context),
  getSchema: async (context) => (await import('./schema.ts')).readSchema(context),
})
