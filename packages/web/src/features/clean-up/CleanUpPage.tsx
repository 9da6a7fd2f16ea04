import { SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { AdminFrame, RequireSuperAdmin } from '../../app/AdminFrame.tsx'
import styles from './CleanUpPage.module.css'
import { BrokenQueries, InactiveUsers, LargeResults, UnusedQueries } from './lists.tsx'
import type { Target } from './search-params.ts'

const TITLE = 'Clean-up'
const route = getRouteApi('/app/admin/clean_up')

const lists: Record<Target, { label: string; List: ComponentType }> = {
  unused: { label: 'Unused queries', List: UnusedQueries },
  broken: { label: 'Broken queries', List: BrokenQueries },
  results: { label: 'Results by size', List: LargeResults },
  users: { label: 'Inactive users', List: InactiveUsers },
}
const targets = Object.keys(lists) as Target[]

/** What nobody needs any more, to be archived, deleted or disabled many at a time. For super admins. */
export const CleanUpPage = () => (
  <RequireSuperAdmin title={TITLE}>
    <CleanUp />
  </RequireSuperAdmin>
)

function CleanUp() {
  const { what = 'unused' } = route.useSearch()
  const navigate = route.useNavigate()
  const { List } = lists[what]
  return (
    <AdminFrame title={TITLE}>
      <SegmentedControl
        className={styles.kinds}
        aria-label="What to clean up"
        data={targets.map((value) => ({ value, label: lists[value].label }))}
        value={what}
        onChange={(next) => void navigate({ search: { what: next } })}
      />
      <List key={what} />
    </AdminFrame>
  )
}
