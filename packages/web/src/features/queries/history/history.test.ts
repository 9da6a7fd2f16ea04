import { JobStatus } from '@sightline/contract/executions.ts'
import { describe, expect, it } from 'vitest'
import { changesText } from './changes-text.ts'
import { outcomeText } from './outcome-text.ts'

describe('the history of a query, in words', () => {
  it('names what a version changed', () => {
    expect(changesText(['name', 'query', 'options'])).toBe('name, text, parameters')
    expect(changesText([])).toBe('first known version')
  })

  it('tells what came of an execution', () => {
    const words = (status: number, error = '') => outcomeText({ status, error })
    expect([JobStatus.waiting, JobStatus.processing, JobStatus.done].map((status) => words(status))).toEqual([
      'Waiting',
      'Running',
      'Done',
    ])
    expect(words(JobStatus.failed, 'no such table: t\nLINE 1')).toBe('no such table: t')
    expect(words(JobStatus.failed)).toBe('Failed')
  })
})
