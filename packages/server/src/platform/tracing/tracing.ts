/** Names and numbers about a span: never secrets, addresses of people or, unless the operator wants them, texts of queries. */
export type Attributes = Record<string, string | number | boolean | undefined>

export interface SpanFacts {
  /** The same for all spans of one kind of work, because traces are grouped by it. */
  name: string
  /** `server` answers a request, `client` calls another service, `consumer` takes work from a queue. */
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  attributes?: Attributes
  /** The `traceparent` of the span above; null for none, and the current span if left out. */
  parent?: string | null
}

/** A span that has not ended. */
export interface Span {
  /** 32 hexadecimal digits, the same for all spans of the trace. */
  traceId: string
  set(attributes: Attributes): void
  rename(name: string): void
  /** Marks it as failed. @param type a short name of the error: its message could contain data */
  fail(type: string): void
  /** Calls the function with this span as the current one, also of all that the function starts. */
  enter<Value>(work: () => Value): Value
  end(): void
}

/** Records how long the parts of requests and executions take, if the operator sends traces somewhere. */
export interface Tracing {
  /** Whether anything is recorded. */
  readonly isOn: boolean
  /** Whether spans have the texts of queries. */
  readonly hasQueryTexts: boolean
  /** Begins a span that its caller ends. */
  begin(facts: SpanFacts): Span
  /** Runs work within a span, which ends with it. An error of the work fails the span and is thrown on. */
  within<Value>(facts: SpanFacts, work: () => Promise<Value>): Promise<Value>
  /** Records a span that has already ended. @param period in milliseconds since 1970 */
  record(facts: SpanFacts, period: Period): void
  /** Adds attributes to the current span, if there is one. */
  annotate(attributes: Attributes): void
  /** The current span for other processes, as in the header `traceparent`; null if there is none. */
  current(): string | null
  /** Sends what is recorded so far, if that takes seconds at most. */
  close(): Promise<void>
}

/** Milliseconds since 1970. */
export interface Period {
  start: number
  end: number
}

const noSpan: Span = {
  traceId: '',
  set() {},
  rename() {},
  fail() {},
  enter: (work) => work(),
  end() {},
}

/** Records nothing. */
export const noTracing: Tracing = {
  isOn: false,
  hasQueryTexts: false,
  begin: () => noSpan,
  within: (_, work) => work(),
  record() {},
  annotate() {},
  current: () => null,
  async close() {},
}
