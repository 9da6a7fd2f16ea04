import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('measures requests by pattern of the route, method and class of status (OPEN-284)', async () => {
  const metrics = createMetrics(null)
  metrics.countRequest({ method: 'GET', route: '/api/queries/:id', status: 200, seconds: 0.03 })
  metrics.countRequest({ method: 'GET', route: '/api/queries/:id', status: 204, seconds: 0.3 })
  const text = await metrics.text()
  const labels = 'route="/api/queries/:id",method="GET",status_class="2xx"'
  expect(text).toContain(`sightline_http_request_duration_seconds_bucket{le="0.05",${labels}} 1\n`)
  expect(text).toContain(`sightline_http_request_duration_seconds_count{${labels}} 2\n`)
  expect(text).toContain('sightline_http_requests_total{method="GET",status="204"} 1\n')
  expect(text).toContain('sightline_http_request_seconds_total{method="GET",status="204"} 0.3\n')
})

it('measures executions by type and outcome, and how long they waited in their queue (OPEN-284)', async () => {
  const metrics = createMetrics(null)
  metrics.countExecution('pg', 'failed', 2)
  metrics.countWait('scheduled_queries', -0.001)
  const text = await metrics.text()
  expect(text).toContain('sightline_execution_duration_seconds_sum{type="pg",outcome="failed"} 2\n')
  expect(text).toContain('sightline_execution_wait_seconds_bucket{le="0.01",queue="scheduled_queries"} 1\n')
})

it('shows the connections to the metadata database, event loop, heap and garbage collection (OPEN-284)', async () => {
  const text = await createMetrics({ totalCount: 7, idleCount: 3, waitingCount: 2 }).text()
  expect(text).toContain('sightline_database_pool_connections{state="idle"} 3\n')
  expect(text).toContain('sightline_database_pool_connections{state="busy"} 4\n')
  expect(text).toContain('sightline_database_pool_waiting 2\n')
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'nodejs_heap_size_used_bytes', 'nodejs_gc_duration_seconds'])
    expect(text).toContain(`# TYPE ${name} `)
})
