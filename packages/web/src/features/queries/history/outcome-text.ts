import { t } from '@lingui/core/macro'
import { JobStatus } from '@sightline/contract/executions.ts'
import type { OwnRun, PastExecution } from '@sightline/contract/query-history.ts'

/** The outcome of an execution in one word; the first line of the error message if it failed. */
export function outcomeText({ status, error }: Pick<PastExecution, 'status' | 'error'>): string {
  switch (status) {
    case JobStatus.waiting:
      return t`Waiting`
    case JobStatus.processing:
      return t`Running`
    case JobStatus.done:
      return t`Done`
    default:
      return error.split('\n')[0] || t`Failed`
  }
}

/** The name of an own run: its query, if the user may still see it. */
export function runName({ query, data_source }: Pick<OwnRun, 'query' | 'data_source'>): string {
  if (query !== null) return query.name
  return data_source === null ? t`No longer accessible` : t`Unsaved query`
}
