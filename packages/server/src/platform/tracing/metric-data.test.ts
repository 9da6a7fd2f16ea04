import { AggregationTemporality, DataPointType } from '@opentelemetry/sdk-metrics'
import { expect, it } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { metricData } from './metric-data.ts'

const times = { startTime: [1, 0], endTime: [2, 0] } satisfies Parameters<typeof metricData>[1]

it('turns counters, histograms and gauges into the form of OpenTelemetry, with the same names and labels (OPEN-279)', async () => {
  const metrics = createMetrics(null)
  metrics.countRequest({ method: 'GET', route: '/api/queries', status: 200, seconds: 0.03 })
  metrics.countRequest({ method: 'GET', route: '/api/queries', status: 200, seconds: 100 })
  metrics.addFigures(async () => [{ name: 'workers', help: 'Workers.', values: [{ labels: { state: 'busy' }, value: 2 }] }])
  const data = metricData(await metrics.read(), times)
  const named = (name: string) => data.find(({ descriptor }) => descriptor.name === name)

  expect(named('sightline_http_requests_total')).toMatchObject({
    dataPointType: DataPointType.SUM,
    isMonotonic: true,
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPoints: [{ attributes: { method: 'GET', status: '200' }, value: 2, ...times }],
  })
  const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
  expect(named('sightline_http_request_duration_seconds')).toMatchObject({
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: [
      {
        attributes: { route: '/api/queries', method: 'GET', status_class: '2xx' },
        value: {
          buckets: { boundaries: bounds, counts: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
          sum: 100.03,
          count: 2,
        },
      },
    ],
  })
  expect(named('sightline_workers')).toMatchObject({
    dataPointType: DataPointType.GAUGE,
    dataPoints: [{ attributes: { state: 'busy' }, value: 2 }],
  })
  expect(named('process_resident_memory_bytes')?.dataPoints).toHaveLength(1)
})

it('has the metrics of the process while those of the installation cannot be read (OPEN-279)', async () => {
  const metrics = createMetrics(null)
  metrics.addFigures(() => Promise.reject(new Error('The database is away.')))
  const data = metricData(await metrics.read(), times)
  expect(data.map(({ descriptor }) => descriptor.name)).toContain('sightline_http_requests_total')
})
