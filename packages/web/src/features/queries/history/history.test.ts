import { JobStatus } from '@sightline/contract/executions.ts'
import { describe, expect, it } from 'vitest'
import { outcomeText } from './outcome-text.ts'
import { changesText } from './VersionHistoryDialog.tsx'

describe('the history of a query', () => {
  it('names the fields that a version changed', () => {
    expect(changesText(['name', 'query', 'options'])).toBe('name, text, parameters')
    expect(changesText([])).toBe('first known version')
  })

  it('shows the outcome of an execution, or the first line of its error', () => {
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
