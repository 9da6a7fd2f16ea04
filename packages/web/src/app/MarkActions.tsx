import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { type Condition, nothingExplored } from '@sightline/domain/explore/exploration.ts'
import { sqlOf } from '@sightline/domain/explore/sql.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { IconExternalLink, IconFilter, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryQuery } from '../features/queries/api.ts'
import { exploredColumns } from '../results/mark-rows.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { useTimeZone } from '../ui/time-zone.tsx'
import { useOpenAsQuery } from './open-as-query.ts'
import { conditionsOf, exploreLink } from './query-link.ts'

interface MarkActionsProps {
  /** Filters the other widgets of the dashboard; null where it is not possible. */
  filter?: FilterToggle | null
  /** The menu that sets a parameter; null for none. */
  setParameter: ReactNode
  /** Opens the link of the widget; null if it has none. */
  onFollowLink?: (() => void) | null
  /** The rows behind the mark; null if the reader may not open their query. */
  rows: RowsBehind | null
}

interface FilterToggle {
  /** Whether the mark filters them already. */
  isOn: boolean
  toggle(): void
}

interface RowsBehind {
  queryId: number
  /** The first window of the result. */
  first: ResultWindow
  /** The filters that the rows of the visualization pass. */
  filters: readonly Filter[]
  /** The conditions of the mark. */
  conditions: readonly Condition[]
}

const icon = { size: 14, stroke: 1.75 }

/** Offers what is possible with a mark and the rows behind it, in the same order everywhere. */
export const MarkActions = ({ filter = null, setParameter, onFollowLink = null, rows }: MarkActionsProps) => (
  <>
    {filter !== null && (
      <Button
        variant="default"
        size="xs"
        leftSection={filter.isOn ? <IconFilterOff {...icon} /> : <IconFilter {...icon} />}
        onClick={filter.toggle}
      >
        {filter.isOn ? <Trans>Remove Filter</Trans> : <Trans>Filter This Dashboard</Trans>}
      </Button>
    )}
    {setParameter}
    {onFollowLink !== null && (
      <Button variant="default" size="xs" leftSection={<IconExternalLink {...icon} />} onClick={onFollowLink}>
        <Trans>Open Link</Trans>
      </Button>
    )}
    {rows !== null && <RowActions {...rows} />}
  </>
)

/** Ways on from the rows behind a mark: explore or query them, create an alert for their query, or copy a link to them. */
function RowActions({ queryId, first, filters, conditions }: RowsBehind) {
  const router = useRouter()
  const timeZone = useTimeZone()
  const { data: query, isPending } = useQuery(queryQuery(queryId))
  const resultId = first.result.id
  const { source, isLoading, openAsQuery } = useOpenAsQuery(query?.latest_query_data_id === resultId)
  const explore = exploreLink(queryId, resultId, filters, { groups: [], conditions: [...conditions] })
  const sql = () =>
    sqlOf({ ...nothingExplored, conditions: [...conditionsOf(filters), ...conditions] }, exploredColumns(first), {
      name: `cached_query_${queryId}`,
      timeZone,
    })
  // All at once, in a place that is kept for them: what came later would move the rest away from under the pointer.
  if (isPending || isLoading) return <Button size="xs" style={{ visibility: 'hidden' }} />
  return (
    <>
      {explore !== null && (
        <LinkButton {...explore} variant="default" size="xs">
          <Trans>Explore These Rows</Trans>
        </LinkButton>
      )}
      {source !== null && (
        <Button variant="default" size="xs" onClick={() => openAsQuery(sql())}>
          <Trans>Open as Query</Trans>
        </Button>
      )}
      <LinkButton to="/alerts/new" search={{ query: queryId }} variant="default" size="xs">
        <Trans>Create Alert</Trans>
      </LinkButton>
      {explore !== null && (
        <CopyButton text={location.origin + router.buildLocation(explore).publicHref} label={t`Copy Link`} />
      )}
    </>
  )
}
