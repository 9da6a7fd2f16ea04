import { describe, expect, it } from 'vitest'
import { annotate, shiftPositions } from './task.ts'

const facts = { username: 'ada@example.org', queryId: 17, jobId: 'a-b', queryHash: 'c0ffee', scheduled: false }

describe('the annotation of a run', () => {
  it('names who runs what, in one line in front of the text', () => {
    expect(annotate('SELECT 1', facts)).toBe(
      '/* Username: ada@example.org, query_id: 17, Queue: queries, Job ID: a-b, Query Hash: c0ffee, Scheduled: False */ SELECT 1',
    )
    expect(annotate('SELECT 1', { ...facts, queryId: null })).toContain('query_id: adhoc')
  })

  it('cannot be ended by a user name', () => {
    const hostile = annotate('SELECT 1', { ...facts, username: 'a*/ DROP TABLE t; /*\n-- *\u0000/' })
    expect(hostile.indexOf('*/')).toBe(hostile.lastIndexOf('*/'))
    expect(hostile.split('\n')).toHaveLength(1)
    expect(hostile).toContain('Username: a DROP TABLE t; -- ,')
  })

  it.each([
    ["line 1:208: Column 'bad' cannot be resolved", "line 1:8: Column 'bad' cannot be resolved"],
    ['Table unknown, NOWHERE, At line 1, column 208', 'Table unknown, NOWHERE, At line 1, column 8'],
    ['Syntax error: failed at position 230 (line 2, col 5): FORM', 'Syntax error: failed at position 30 (line 2, col 5): FORM'],
    ['Syntax error: failed at position 208 (line 1, col 208): x', 'Syntax error: failed at position 8 (line 1, col 8): x'],
    ['syntax error line 1 at position 208 unexpected', 'syntax error line 1 at position 8 unexpected'],
    ["Syntax error at or near ')'. (line 1, pos 208)", "Syntax error at or near ')'. (line 1, pos 8)"],
    ['syntax error line 2 at position 208 unexpected', 'syntax error line 2 at position 208 unexpected'],
    ['line 12:208: mismatched input', 'line 12:208: mismatched input'],
    ['column 208 of the sheet is empty', 'column 208 of the sheet is empty'],
    ['line 1:200 is in the annotation', 'line 1:200 is in the annotation'],
  ])('is not counted in the positions of error messages: %s (EXEC-20)', (message, ofText) => {
    expect(shiftPositions(message, 200)).toBe(ofText)
  })
})
