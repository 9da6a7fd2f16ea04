import { expect, it } from 'vitest'
import { contextIn, traceparentOf } from './traceparent.ts'

const [traceId, spanId] = ['a'.repeat(32), 'b'.repeat(16)]

it('reads and writes the header traceparent (OPEN-279)', () => {
  const context = contextIn(`00-${traceId}-${spanId}-01`)
  expect(context).toEqual({ traceId, spanId, traceFlags: 1, isRemote: true })
  expect(context && traceparentOf(context)).toBe(`00-${traceId}-${spanId}-01`)
  // Flags besides the first, and further fields, belong to later versions.
  expect(contextIn(`01-${traceId}-${spanId}-02-more`)).toMatchObject({ traceId, traceFlags: 0 })
})

it.each([
  '',
  'hello',
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
])('ignores the malformed header %j (OPEN-279)', (header) => {
  expect(contextIn(header)).toBeNull()
})
