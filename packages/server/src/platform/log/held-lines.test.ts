import { expect, it } from 'vitest'
import { holdLines } from './held-lines.ts'
import { createLog } from './log.ts'

/** A log that holds lines, and the messages of each write. */
function heldLog() {
  const writes: string[][] = []
  const messages = (lines: string) =>
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).msg)
  const held = holdLines({ write: (lines) => void writes.push(messages(lines)) })
  return { log: createLog(held), held, writes }
}

it('writes a warning at once, after the lines before it (OPEN-282)', () => {
  const { log, writes } = heldLog()
  log.info('one')
  log.info('two')
  expect(writes).toEqual([])
  log.warn('three')
  log.info('four')
  log.error('five')
  expect(writes).toEqual([
    ['one', 'two', 'three'],
    ['four', 'five'],
  ])
})

it('writes other lines when there are many of them, or when it is asked to (OPEN-282)', () => {
  const { log, held, writes } = heldLog()
  log.info('one')
  held.flush()
  held.flush()
  expect(writes).toEqual([['one']])
  for (let count = 0; count < 100; count++) log.child({}, { redact: [] }).info('more')
  expect(writes.length).toBeGreaterThan(1)
  expect(writes.length).toBeLessThan(20)
})
