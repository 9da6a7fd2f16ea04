import { Button } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { queryQuery } from '../api.ts'
import type { ExploreSearch } from './explore-search.ts'

/** The result was replaced and removed since the page was loaded. */
export function RemovedState({ queryId }: { queryId: number }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const loadLatest = async () => {
    await cache.invalidateQueries({ queryKey: queryQuery(queryId).queryKey })
    await navigate({ to: '.', search: (now: ExploreSearch) => ({ ...now, result: undefined }), replace: true })
  }
  return (
    <div role="alert">
      <EmptyState
        icon={<IconFileOff size={20} stroke={1.75} />}
        title="This result no longer exists."
        help="It was removed or replaced by a newer one."
        action={
          <Button variant="default" onClick={() => void loadLatest()}>
            Load the Latest Result
          </Button>
        }
      />
    </div>
  )
}
