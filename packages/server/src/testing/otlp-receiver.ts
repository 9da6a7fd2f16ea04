import { gunzipSync } from 'node:zlib'
import { fieldsOf, type ProtobufFields } from './protobuf.ts'
import { type StubAnswer, type StubCall, startStub } from './stub-server.ts'

export type OtlpAttributes = Record<string, string | number | boolean>

export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  /** '' for none. */
  parentId: string
  /** As in the protocol: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number
  /** Milliseconds since 1970. */
  start: number
  end: number
  attributes: OtlpAttributes
  isFailed: boolean
  /** Attributes of the process that sent it. */
  resource: OtlpAttributes
}

export interface ReceivedMetric {
  name: string
  kind: 'gauge' | 'sum' | 'histogram'
  points: { attributes: OtlpAttributes; value: number; counts: number[]; bounds: number[] }[]
  resource: OtlpAttributes
}

export interface OtlpReceiver {
  url: string
  spans: ReceivedSpan[]
  metrics: ReceivedMetric[]
  calls: StubCall[]
  close(): Promise<void>
}

/**
 * A receiver of OTLP over HTTP, as https://opentelemetry.io/docs/specs/otlp/ describes it, that keeps what it gets. The numbers
 * of the fields are those of the files `trace.proto` and `metrics.proto` of version 1 of the protocol.
 */
export async function startOtlpReceiver(answer: () => StubAnswer = () => ({ body: '' })): Promise<OtlpReceiver> {
  const received: Pick<OtlpReceiver, 'spans' | 'metrics'> = { spans: [], metrics: [] }
  const stub = await startStub((call) => {
    const body = call.headers['content-encoding'] === 'gzip' ? gunzipSync(call.bytes) : call.bytes
    for (const ofResource of fieldsOf(body).messages(1)) {
      const resource = attributesOf(ofResource.message(1), 1)
      const items = ofResource.messages(2).flatMap((scope) => scope.messages(2))
      if (call.path.endsWith('/traces')) received.spans.push(...items.map((item) => spanOf(item, resource)))
      else received.metrics.push(...items.map((item) => metricOf(item, resource)))
    }
    return answer()
  })
  return { ...received, url: stub.url, calls: stub.calls, close: () => stub.close() }
}

const spanOf = (span: ProtobufFields, resource: OtlpAttributes): ReceivedSpan => ({
  name: span.text(5),
  traceId: span.hex(1),
  spanId: span.hex(2),
  parentId: span.hex(4),
  kind: span.number(6),
  start: span.fixed(7) / 1e6,
  end: span.fixed(8) / 1e6,
  attributes: attributesOf(span, 9),
  isFailed: span.message(15).number(3) === 2,
  resource,
})

function metricOf(metric: ProtobufFields, resource: OtlpAttributes): ReceivedMetric {
  const kinds = { 5: 'gauge', 7: 'sum', 9: 'histogram' } as const
  for (const [field, kind] of Object.entries(kinds)) {
    const points = metric.message(Number(field)).messages(1)
    if (points.length === 0) continue
    const shown = points.map((point) =>
      kind === 'histogram'
        ? { attributes: attributesOf(point, 9), value: point.double(5), counts: point.fixeds(6), bounds: point.doubles(7) }
        : { attributes: attributesOf(point, 7), value: point.double(4), counts: [], bounds: [] },
    )
    return { name: metric.text(1), kind, points: shown, resource }
  }
  return { name: metric.text(1), kind: 'gauge', points: [], resource }
}

const attributesOf = (owner: ProtobufFields, field: number): OtlpAttributes =>
  Object.fromEntries(owner.messages(field).map((pair) => [pair.text(1), attributeValue(pair.message(2))]))

function attributeValue(value: ProtobufFields): string | number | boolean {
  if (value.has(2)) return value.number(2) === 1
  if (value.has(3)) return value.number(3)
  return value.has(4) ? value.double(4) : value.text(1)
}
