import { z } from 'zod'
import { ofKind, setting } from './setting.ts'
import { address, flag, one, whole } from './values.ts'

/** Where one signal is sent: traces or metrics. */
export interface OtlpTarget {
  url: string
  headers: Record<string, string>
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export interface OpenTelemetryConfig {
  openTelemetry: {
    /** Null if no traces are sent. */
    traces: OtlpTarget | null
    /** Null if no metrics are sent. */
    metrics: OtlpTarget | null
    /** Null if the setting is missing. */
    serviceName: string | null
    sampler: (typeof samplers)[number]
    /** Share of the traces that a sampler by ratio keeps, 0 to 1. */
    sampledShare: number
    /** Whether a request continues the trace that its caller names. */
    continuesTraces: boolean
    /** Milliseconds between two batches of spans. */
    spanDelay: number
    /** Spans that wait to be sent at most; further ones are dropped. */
    maxWaitingSpans: number
    /** Milliseconds between two exports of the metrics. */
    metricInterval: number
    /** Whether spans have the texts of queries. */
    hasQueryTexts: boolean
  }
}

const endpoint = address(/^https?$/, 'http://collector.example.com:4318')

const headers = ofKind(
  '`name=value`, comma-separated',
  z.string().transform((text, context): Record<string, string> => {
    const pairs = text.split(',').flatMap((pair) => (pair.trim() === '' ? [] : [pairIn(pair)]))
    if (pairs.every((pair) => pair !== null)) return Object.fromEntries(pairs)
    // The message does not quote the value, which is secret.
    context.addIssue({
      code: 'custom',
      message: 'must be headers as name=value with commas between them, with URL-encoded values',
    })
    return z.NEVER
  }),
)

/** @returns null if the text is not `name=value`, or its value is not URL-encoded */
function pairIn(text: string): [string, string] | null {
  const [, name = '', value = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(text) ?? []
  try {
    return name === '' ? null : [name, decodeURIComponent(value)]
  } catch {
    return null
  }
}

const share = ofKind(
  'number, 0 to 1',
  z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'must be a number from 0 to 1')
    .transform(Number),
)

/** A schema of its own for each setting, because it is what the meaning is declared for. */
const exporter = () => one('otlp', 'none').default('otlp')

export const openTelemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(endpoint.optional(), {
    meaning:
      'base URL of an OpenTelemetry collector, to which [traces and metrics](../guide/monitoring.md#opentelemetry) are sent over HTTP, at `/v1/traces` and `/v1/metrics`',
    otherwise: 'none: nothing is sent',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(endpoint.optional(), { meaning: 'the whole URL for traces' }),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: setting(endpoint.optional(), { meaning: 'the whole URL for metrics' }),
  OTEL_EXPORTER_OTLP_HEADERS: setting(headers.optional(), {
    meaning: 'headers that are sent to the collector, such as `Authorization=Bearer%20…`',
    isSecret: true,
  }),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: setting(headers.optional(), { meaning: 'further headers for traces', isSecret: true }),
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: setting(headers.optional(), { meaning: 'further headers for metrics', isSecret: true }),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(one('http/protobuf').default('http/protobuf'), {
    meaning: 'protocol to the collector; Sightline has no other',
  }),
  OTEL_SDK_DISABLED: setting(flag.default(false), { meaning: '`true` sends nothing, whatever the other settings are' }),
  OTEL_TRACES_EXPORTER: setting(exporter(), { meaning: '`none` sends no traces' }),
  OTEL_METRICS_EXPORTER: setting(exporter(), { meaning: '`none` sends no metrics' }),
  OTEL_SERVICE_NAME: setting(z.string().optional(), {
    meaning: 'name of this service in traces and metrics',
    otherwise: '`service.name` of `OTEL_RESOURCE_ATTRIBUTES`, or `sightline`',
  }),
  OTEL_TRACES_SAMPLER: setting(one(...samplers).default('parentbased_always_on'), {
    meaning: 'which traces are sent; with `parentbased_`, those that a caller has begun are sent if the caller says so',
  }),
  OTEL_TRACES_SAMPLER_ARG: setting(share.default(1), { meaning: 'share of the traces that a sampler by ratio keeps' }),
  OTEL_PROPAGATORS: setting(z.string().default('tracecontext'), {
    meaning: 'a list with `tracecontext` continues the trace of a caller that sends the header `traceparent`; `none` does not',
  }),
  OTEL_BSP_SCHEDULE_DELAY: setting(whole(1, 3_600_000).default(5000), { meaning: 'milliseconds between two batches of spans' }),
  OTEL_BSP_MAX_QUEUE_SIZE: setting(whole(512, 1_000_000).default(2048), {
    meaning: 'spans that wait to be sent at most; further ones are dropped',
  }),
  OTEL_METRIC_EXPORT_INTERVAL: setting(whole(100, 3_600_000).default(60_000), {
    meaning: 'milliseconds between two exports of the metrics',
  }),
  SIGHTLINE_TRACE_QUERY_TEXT: setting(flag.default(false), {
    meaning: '`1` puts the texts of queries, with the values of their parameters, into traces',
  }),
}

type Given = z.output<z.ZodObject<typeof openTelemetrySettings>>

export const openTelemetryConfigFrom = (given: Given): OpenTelemetryConfig => ({
  openTelemetry: {
    traces: targetOf(given, 'TRACES'),
    metrics: targetOf(given, 'METRICS'),
    serviceName: given.OTEL_SERVICE_NAME ?? null,
    sampler: given.OTEL_TRACES_SAMPLER,
    sampledShare: given.OTEL_TRACES_SAMPLER_ARG,
    continuesTraces: given.OTEL_PROPAGATORS.split(',').some((name) => name.trim() === 'tracecontext'),
    spanDelay: given.OTEL_BSP_SCHEDULE_DELAY,
    maxWaitingSpans: given.OTEL_BSP_MAX_QUEUE_SIZE,
    metricInterval: given.OTEL_METRIC_EXPORT_INTERVAL,
    hasQueryTexts: given.SIGHTLINE_TRACE_QUERY_TEXT,
  },
})

function targetOf(given: Given, signal: 'TRACES' | 'METRICS'): OtlpTarget | null {
  const base = given.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/*$/, `/v1/${signal.toLowerCase()}`)
  const url = given[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] ?? base
  if (url === undefined || given.OTEL_SDK_DISABLED || given[`OTEL_${signal}_EXPORTER`] === 'none') return null
  return { url, headers: { ...given.OTEL_EXPORTER_OTLP_HEADERS, ...given[`OTEL_EXPORTER_OTLP_${signal}_HEADERS`] } }
}
