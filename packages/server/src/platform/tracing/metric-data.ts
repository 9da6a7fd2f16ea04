import { type HrTime, ValueType } from '@opentelemetry/api'
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics'
import type { Metric } from '../metrics/gauge-lines.ts'
import type { MetricFamily, Metrics } from '../metrics/metrics.ts'

type Times = { startTime: HrTime; endTime: HrTime }
type Series = MetricFamily['values'][number] & { metricName?: string }

/** Metrics as they are in `/metrics`, in the form of OpenTelemetry, with the same names and labels. */
export function metricData({ families, figures }: Awaited<ReturnType<Metrics['read']>>, times: Times): MetricData[] {
  return [...families.flatMap((family) => ofFamily(family, times)), ...figures.map((figure) => ofFigure(figure, times))]
}

function ofFamily({ name, help, type, values }: MetricFamily, times: Times): MetricData {
  const described = { descriptor: descriptor(name, help), aggregationTemporality: AggregationTemporality.CUMULATIVE }
  // The type of a metric of the library is a word, though its declaration says that it is a number.
  switch (String(type)) {
    case 'counter':
      return { ...described, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points(values, times) }
    case 'histogram':
      return { ...described, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(name, values, times) }
    default:
      return { ...described, dataPointType: DataPointType.GAUGE, dataPoints: points(values, times) }
  }
}

const ofFigure = ({ name, help, values }: Metric, times: Times): MetricData => ({
  descriptor: descriptor(`sightline_${name}`, help),
  aggregationTemporality: AggregationTemporality.CUMULATIVE,
  dataPointType: DataPointType.GAUGE,
  dataPoints: values.map(({ labels = {}, value }) => ({ ...times, attributes: labels, value })),
})

const descriptor = (name: string, description: string) => ({ name, description, unit: '', valueType: ValueType.DOUBLE })

/** Numbers that are not finite, such as delays before the first measurement, are left out. */
const points = (values: readonly Series[], times: Times) =>
  values.filter(({ value }) => Number.isFinite(value)).map(({ value, labels }) => ({ ...times, attributes: labels, value }))

/** The histograms of all sets of labels. Prometheus counts what is below each bound, OpenTelemetry what is between two. */
function histograms(name: string, values: readonly Series[], times: Times) {
  const bySet = Map.groupBy(values, ({ labels: { le, ...labels } }: Series) => JSON.stringify(labels))
  return [...bySet.values()].map((series) => {
    const { le: _, ...attributes } = series[0]?.labels ?? {}
    const buckets = series.filter(({ metricName }) => metricName === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite)
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0))
    const ending = (end: string) => series.find(({ metricName }) => metricName === `${name}${end}`)?.value ?? 0
    const value = { buckets: { boundaries: bounds, counts }, sum: ending('_sum'), count: ending('_count') }
    return { ...times, attributes, value }
  })
}
