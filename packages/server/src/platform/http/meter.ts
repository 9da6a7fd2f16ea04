import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Counts requests and their durations, and writes them in the text format of Prometheus. */
export interface Meter {
  /** @param milliseconds from the arrival of the request until the response was sent */
  count(method: string, status: number, milliseconds: number): void
  /** https://prometheus.io/docs/instrumenting/exposition_formats/ */
  text(): string
}

/** A gauge: a number as it is now. */
export interface Metric {
  /** Without the prefix `sightline_`. */
  name: string
  help: string
  /** One value for each set of labels. */
  values: { labels?: Record<string, string>; value: number }[]
}

/** Gauges in the text format of Prometheus. */
export function gaugeLines(figures: readonly Metric[]): string {
  const lines = figures.flatMap(({ name, help, values }) => [
    `# HELP sightline_${name} ${help}`,
    `# TYPE sightline_${name} gauge`,
    ...values.map(({ labels = {}, value }) => `sightline_${name}${labelText(labels)} ${value}`),
  ])
  return lines.map((line) => `${line}\n`).join('')
}

function labelText(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (sign: string) => (sign === '\n' ? '\\n' : `\\${sign}`)

export function createMeter(): Meter {
  const calls = new Map<string, { count: number; seconds: number }>()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()

  return {
    count(method, status, milliseconds) {
      const labels = `method="${method}",status="${status}"`
      const entry = calls.get(labels) ?? { count: 0, seconds: 0 }
      entry.count += 1
      entry.seconds += milliseconds / 1000
      calls.set(labels, entry)
    },
    text() {
      const perCall = (name: string, value: (entry: { count: number; seconds: number }) => number) =>
        [...calls].map(([labels, entry]) => `${name}{${labels}} ${value(entry)}`)
      const lines = [
        '# TYPE sightline_http_requests_total counter',
        ...perCall('sightline_http_requests_total', ({ count }) => count),
        '# TYPE sightline_http_request_seconds_total counter',
        ...perCall('sightline_http_request_seconds_total', ({ seconds }) => seconds),
        '# TYPE sightline_event_loop_delay_p99_seconds gauge',
        `sightline_event_loop_delay_p99_seconds ${delay.percentile(99) / 1e9}`,
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
        '# TYPE process_start_time_seconds gauge',
        `process_start_time_seconds ${Math.round(Date.now() / 1000 - process.uptime())}`,
      ]
      return `${lines.join('\n')}\n`
    },
  }
}
