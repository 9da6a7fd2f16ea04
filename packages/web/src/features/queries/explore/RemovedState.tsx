import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { queryQuery } from '../api.ts'
import type { ExploreSearch } from './explore-search.ts'

/** The result was replaced and removed since the page was loaded, or its rows are lost although it is the latest one. */
export function RemovedState({ queryId, resultId }: { queryId: number; resultId: number }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [isLost, setIsLost] = useState(false)
  const loadLatest = async () => {
    await cache.invalidateQueries({ queryKey: queryQuery(queryId).queryKey })
    const { latest_query_data_id } = await cache.ensureQueryData(queryQuery(queryId))
    if (latest_query_data_id === resultId) return setIsLost(true)
    await navigate({ to: '.', search: (now: ExploreSearch) => ({ ...now, result: undefined }), replace: true })
  }
  return (
    <div role="alert">
      {isLost ? (
        <EmptyState
          icon={<IconFileOff size={20} stroke={1.75} />}
          title={t`The rows of the latest result are no longer stored.`}
          help={t`Execute the query to get them again.`}
          action={
            <LinkButton to="/queries/$queryId" params={{ queryId: String(queryId) }} variant="default">
              <Trans>Open the Query</Trans>
            </LinkButton>
          }
        />
      ) : (
        <EmptyState
          icon={<IconFileOff size={20} stroke={1.75} />}
          title={t`This result no longer exists.`}
          help={t`It was removed or replaced by a newer one.`}
          action={
            <Button variant="default" onClick={() => void loadLatest()}>
              <Trans>Load the Latest Result</Trans>
            </Button>
          }
        />
      )}
    </div>
  )
}
