import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** Loads all modules of the server, and opens tracing and the export of metrics without and with an endpoint. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
  const { openTracing, openMetricExport } = await import(${moduleAt('./open.ts')})
  const { readConfig } = await import(${moduleAt('../config.ts')})
  await import(${moduleAt('../../services.ts')})
  const libraries = () => [...new Set(loaded.flatMap((url) => url.match(/@opentelemetry.(sdk|exporter|otlp|resources)[a-z-]*/)?.[0] ?? []))]
  async function opened(env) {
    const sender = { openTelemetry: readConfig(env).openTelemetry, role: 'all', instance: 'this', log: {} }
    await openTracing(sender)
    await openMetricExport({}, sender)
    return libraries()
  }
  const without = await opened({})
  console.log(JSON.stringify({ modules: loaded.length, without, with: await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }) }))
  process.exit(0)`

it('loads the libraries of OpenTelemetry only if an endpoint is set (OPEN-279)', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM])
  const found = JSON.parse(stdout)
  expect(found.modules).toBeGreaterThan(100)
  expect(found.without).toEqual([])
  expect(found.with).toEqual(expect.arrayContaining(['@opentelemetry/sdk-trace', '@opentelemetry/sdk-metrics']))
})
