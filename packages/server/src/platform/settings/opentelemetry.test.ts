import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'sightline-opentelemetry-config-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const read = (env: Record<string, string>) => readConfig({ SIGHTLINE_DATA_DIR: dataDir, ...env }).openTelemetry

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }

it('sends nothing unless an endpoint is set (OPEN-279)', () => {
  expect(read({})).toMatchObject({ traces: null, metrics: null, sampler: 'parentbased_always_on', hasQueryTexts: false })
  expect(read({ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toMatchObject({ traces: null, metrics: null })
})

it('reads the standard variables for both signals and for each (OPEN-279)', () => {
  expect(read({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi==, X-Tenant=7' })).toMatchObject({
    traces: { url: 'http://collector:4318/v1/traces', headers: { Authorization: 'Basic YTpi==', 'X-Tenant': '7' } },
    metrics: { url: 'http://collector:4318/v1/metrics' },
  })
  const own = {
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/in',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'X-Tenant=8',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_SERVICE_NAME: 'bi',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    OTEL_PROPAGATORS: 'none',
  }
  expect(read(own)).toMatchObject({
    traces: { url: 'https://traces.example.com/in', headers: { 'X-Tenant': '8' } },
    metrics: null,
    serviceName: 'bi',
    sampler: 'parentbased_traceidratio',
    sampledShare: 0.25,
    continuesTraces: false,
  })
  expect(read({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://m/x' })).toMatchObject({
    traces: null,
    metrics: { url: 'http://m/x' },
  })
  expect(read({ OTEL_PROPAGATORS: 'baggage,tracecontext' }).continuesTraces).toBe(true)
})

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be an address such as http://collector.example.com:4318.'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be one of http/protobuf.'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be a number from 0 to 1.'],
  ['OTEL_TRACES_SAMPLER', 'often', 'must be one of always_on, always_off,'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret-without-name', 'must be headers as name=value with commas between them'],
])('refuses %s=%s with one sentence (OPEN-279)', (name, value, sentence) => {
  expect(() => read({ [name]: value })).toThrow(`${name} ${sentence}`)
})

it('does not quote headers that it refuses, because they are secret (OPEN-279)', () => {
  expect(() => read({ OTEL_EXPORTER_OTLP_HEADERS: 'hidden-word' })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('hidden-word') }),
  )
})
