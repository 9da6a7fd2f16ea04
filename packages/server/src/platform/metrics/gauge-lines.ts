/** A gauge: a number as it is now. */
export interface Metric {
  /** Without the prefix `sightline_`. */
  name: string
  help: string
  /** One value for each set of labels. */
  values: { labels?: Record<string, string>; value: number }[]
}

/**
 * Gauges in the text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/. They describe the whole
 * installation and are read when they are requested, so they are in no registry.
 */
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
