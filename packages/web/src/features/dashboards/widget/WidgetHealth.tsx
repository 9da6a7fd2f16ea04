import { useQuery } from '@tanstack/react-query'
import { HealthLine } from '../../../ui/HealthMark.tsx'
import { useIdle } from '../../../ui/loading-tracker.ts'
import { queryHealthQuery } from '../../queries/api.ts'

interface WidgetHealthProps {
  queryId: number
  /** Of the shown result; undefined while there is none. */
  retrievedAt: string | undefined
  isFetching: boolean
}

/** Says in the head of a widget that its query fails or is overdue, so that old numbers do not pass for new ones. */
export function WidgetHealth({ queryId, retrievedAt, isFetching }: WidgetHealthProps) {
  const isIdle = useIdle()
  // Asked again after each refresh, whatever its outcome.
  const { data } = useQuery({ ...queryHealthQuery(queryId), enabled: isIdle && !isFetching })
  return data && retrievedAt !== undefined ? <HealthLine health={data} retrievedAt={retrievedAt} /> : null
}
