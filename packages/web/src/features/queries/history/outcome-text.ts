import { JobStatus } from '@sightline/contract/executions.ts'
import type { OwnRun, PastExecution } from '@sightline/contract/query-history.ts'

/** The outcome of an execution in one word; the first line of the error message if it failed. */
export function outcomeText({ status, error }: Pick<PastExecution, 'status' | 'error'>): string {
  switch (status) {
    case JobStatus.waiting:
      return 'Waiting'
    case JobStatus.processing:
      return 'Running'
    case JobStatus.done:
      return 'Done'
    default:
      return error.split('\n')[0] || 'Failed'
  }
}

/** The name of an own run: its query, if the user may still see it. */
export function runName({ query, data_source }: Pick<OwnRun, 'query' | 'data_source'>): string {
  if (query !== null) return query.name
  return data_source === null ? 'No longer accessible' : 'Unsaved query'
}
