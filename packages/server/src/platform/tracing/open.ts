import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { noTracing, type Tracing } from './tracing.ts'

/** The process that sends, and its settings. */
export interface Sender extends Pick<Config, 'openTelemetry' | 'role'> {
  /** Id of this process within the installation. */
  instance: string
  log: Logger
}

/** Starts to record traces. The libraries for it are loaded only if the settings name a place for traces. */
export async function openTracing(sender: Sender): Promise<Tracing> {
  const { traces } = sender.openTelemetry
  if (traces === null) return noTracing
  return (await import('./otlp-traces.ts')).sendTraces(traces, sender)
}

/**
 * Starts to send the metrics, if the settings name a place for them.
 * @returns how to stop this; metrics are sent once more then
 */
export async function openMetricExport(metrics: Metrics, sender: Sender): Promise<{ close(): Promise<void> }> {
  const { metrics: target } = sender.openTelemetry
  if (target === null) return { async close() {} }
  return (await import('./otlp-metrics.ts')).sendMetrics(metrics, target, sender)
}
