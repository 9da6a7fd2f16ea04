import { z } from 'zod'
import { defineRunner } from '../runner.ts'

/** InfluxDB 1 (https://docs.influxdata.com/influxdb/v1/), and later versions with its API. The language is InfluxQL. */
export default defineRunner({
  type: 'influxdb',
  name: 'InfluxDB',
  syntax: 'sql',
  dialect: '',
  language: 'influxql',
  guide: 'influxdb',
  moduleUrl: import.meta.url,
  config: z.object({ url: z.string().trim().min(1) }),
  annotates: false,
  supportsAutoLimit: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
