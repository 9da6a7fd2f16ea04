import { JobStatus } from '@sightline/contract/executions.ts'
import type { PastExecution } from '@sightline/contract/query-history.ts'

/** What came of an execution, in a word; of a failed one the first line of why. */
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
