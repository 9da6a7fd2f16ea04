import type { SpanContext } from '@opentelemetry/api'

/** The header `traceparent`, as https://www.w3.org/TR/trace-context/ defines it. Later versions may have more fields. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** @returns the span that the header names; null if it is malformed */
export function contextIn(traceparent: string): SpanContext | null {
  const [, version, traceId, spanId, flags = '', rest] = TRACEPARENT.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined || (version === '00' && rest !== undefined)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}

export const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & 1}`
