import { Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { setupQuery } from '../setup/api.ts'

/** Milliseconds between two looks. */
const POLL_INTERVAL_MS = 1000

/** Tells who has just set up that the sample data is being made, and brings it onto the page when it is there. */
export function SampleNotice() {
  const cache = useQueryClient()
  const { data } = useQuery({
    ...setupQuery,
    refetchInterval: ({ state }) => (state.data?.is_sample_coming === true ? POLL_INTERVAL_MS : false),
  })
  const isComing = data?.is_sample_coming === true
  useEffect(() => {
    if (!isComing) return
    return () => void cache.invalidateQueries()
  }, [isComing, cache])
  if (!isComing) return null
  return (
    <Notice icon={<Loader size={16} />}>
      Sample data is on its way: three million flights, queries and a dashboard. They appear here by themselves.
    </Notice>
  )
}
