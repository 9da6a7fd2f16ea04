import { describe, expect, it } from 'vitest'
import { annotated } from './annotation.ts'

const facts = { username: 'ada@example.org', queryId: 17, jobId: 'a-b', queryHash: 'c0ffee', scheduled: false }

describe('the annotation of a run', () => {
  it('says who runs what, in one line in front of the text', () => {
    expect(annotated('SELECT 1', facts)).toBe(
      '/* Username: ada@example.org, query_id: 17, Queue: queries, Job ID: a-b, Query Hash: c0ffee, Scheduled: False */ SELECT 1',
    )
    expect(annotated('SELECT 1', { ...facts, queryId: null })).toContain('query_id: adhoc')
  })

  it('cannot be left by a name', () => {
    const hostile = annotated('SELECT 1', { ...facts, username: 'a*/ DROP TABLE t; /*\n-- *\u0000/' })
    expect(hostile.indexOf('*/')).toBe(hostile.lastIndexOf('*/'))
    expect(hostile.split('\n')).toHaveLength(1)
    expect(hostile).toContain('Username: a DROP TABLE t; -- ,')
  })
})
