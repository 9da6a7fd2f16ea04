import type { HrTime } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import type { Metrics } from '../metrics/metrics.ts'
import type { OtlpTarget } from '../settings/opentelemetry.ts'
import { closeSoon, watchExports } from './export-watch.ts'
import { metricData } from './metric-data.ts'
import type { Sender } from './open.ts'
import { resourceOf, SCOPE } from './otlp-resource.ts'

/** Sends the metrics of `/metrics` in intervals: they are counted once, and only read for both. */
export function sendMetrics(metrics: Metrics, target: OtlpTarget, sender: Sender): { close(): Promise<void> } {
  const resource = resourceOf(sender)
  const startTime = hrTime(performance.timeOrigin)
  const counted = {
    async collect() {
      const data = metricData(await metrics.read(), { startTime, endTime: hrTime(Date.now()) })
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: SCOPE, metrics: data }] }, errors: [] }
    },
  }
  const reader = new PeriodicExportingMetricReader({
    exporter: watchExports(new OTLPMetricExporter(target), 'Metrics', sender.log),
    exportIntervalMillis: sender.openTelemetry.metricInterval,
    exportTimeoutMillis: sender.openTelemetry.metricInterval,
    metricProducers: [counted],
  })
  const provider = new MeterProvider({ resource, readers: [reader] })
  return { close: () => closeSoon(() => provider.shutdown()) }
}

/** @param time milliseconds since 1970 */
const hrTime = (time: number): HrTime => [Math.floor(time / 1000), Math.round((time % 1000) * 1e6)]
