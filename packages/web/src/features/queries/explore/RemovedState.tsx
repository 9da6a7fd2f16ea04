import { Button } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { queryQuery } from '../api.ts'

/** The result was replaced and removed since the page was loaded. */
export function RemovedState({ queryId }: { queryId: number }) {
  const cache = useQueryClient()
  return (
    <div role="alert">
      <EmptyState
        icon={<IconFileOff size={20} stroke={1.75} />}
        title="This result no longer exists."
        help="It was removed or replaced by a newer one."
        action={
          <Button variant="default" onClick={() => void cache.invalidateQueries({ queryKey: queryQuery(queryId).queryKey })}>
            Load the Latest Result
          </Button>
        }
      />
    </div>
  )
}
