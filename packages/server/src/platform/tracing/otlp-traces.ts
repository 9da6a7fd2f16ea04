import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type Span as OtlpSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { OtlpTarget } from '../settings/opentelemetry.ts'
import { closeSoon, watchExports } from './export-watch.ts'
import type { Sender } from './open.ts'
import { resourceOf, SCOPE } from './otlp-resource.ts'
import { contextIn, traceparentOf } from './traceparent.ts'
import type { Span, SpanFacts, Tracing } from './tracing.ts'

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

/** Characters of an attribute at most, such as the text of a query. */
const MAX_ATTRIBUTE_CHARACTERS = 4096

/** Records spans with the SDK of OpenTelemetry and sends them in batches, in the background. */
export function sendTraces(target: OtlpTarget, sender: Sender): Tracing {
  const { sampler, sampledShare, spanDelay, maxWaitingSpans, hasQueryTexts } = sender.openTelemetry
  const exporter = watchExports(new OTLPTraceExporter(target), 'Traces', sender.log)
  const provider = new TracerProvider({
    resource: resourceOf(sender),
    sampler: samplerOf(sampler, sampledShare),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: spanDelay, maxQueueSize: maxWaitingSpans })],
  })
  const tracer = provider.getTracer(SCOPE.name, SCOPE.version)
  const active = new AsyncLocalStorage<OtlpSpan>()

  const begin = (facts: SpanFacts) => spanOf(start(tracer, facts, active.getStore()), active)
  return {
    isOn: true,
    hasQueryTexts,
    begin,
    async within(facts, work) {
      const span = begin(facts)
      try {
        return await span.enter(work)
      } catch (error) {
        span.fail(errorType(error))
        throw error
      } finally {
        span.end()
      }
    },
    record: (facts, period) => start(tracer, facts, active.getStore(), period.start).end(Math.max(period.start, period.end)),
    annotate: (attributes) => void active.getStore()?.setAttributes(attributes),
    current() {
      const span = active.getStore()
      return span === undefined ? null : traceparentOf(span.spanContext())
    },
    close: () => closeSoon(() => provider.shutdown()),
  }
}

function start(tracer: Tracer, facts: SpanFacts, current: OtlpSpan | undefined, startTime?: number): OtlpSpan {
  const { name, kind = 'internal', attributes = {}, parent } = facts
  return tracer.startSpan(name, { kind: KINDS[kind], attributes, startTime }, contextOf(parent, current))
}

function contextOf(parent: string | null | undefined, current: OtlpSpan | undefined): Context {
  if (parent === undefined) return current === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, current)
  const known = parent === null ? null : contextIn(parent)
  return known === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, known)
}

function spanOf(span: OtlpSpan, active: AsyncLocalStorage<OtlpSpan>): Span {
  return {
    traceId: span.spanContext().traceId,
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
    enter: (work) => active.run(span, work),
    end: () => span.end(),
  }
}

/** The code or the name of an error: its message could contain data. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function samplerOf(name: Sender['openTelemetry']['sampler'], share: number): Sampler {
  const kind = name.replace(/^parentbased_/, '')
  const root =
    kind === 'always_on'
      ? new AlwaysOnSampler()
      : kind === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(share)
  return kind === name ? root : new ParentBasedSampler({ root })
}
