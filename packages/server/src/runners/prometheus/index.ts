import { defineRunner } from '../runner.ts'
import { PrometheusOptions } from './options.ts'

/** Prometheus (https://prometheus.io), and servers that answer its HTTP API. The language is PromQL. */
export default defineRunner({
  type: 'prometheus',
  name: 'Prometheus',
  syntax: 'sql',
  dialect: 'promql',
  language: 'promql',
  guide: 'prometheus',
  moduleUrl: import.meta.url,
  config: PrometheusOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./server.ts')).testConnection(context),
  getSchema: async (context) => (await import('./server.ts')).readSchema(context),
})
