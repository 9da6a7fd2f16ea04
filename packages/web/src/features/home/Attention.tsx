import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Alert } from '@sightline/contract/alerts.ts'
import { IconAlertTriangle, IconBell, IconCode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { usePermission } from '../../app/session.ts'
import { AlertBadges } from '../../ui/AlertBadges.tsx'
import { HealthBadge } from '../../ui/HealthMark.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { alertsQuery } from '../alerts/api.ts'
import { queryHealthQuery, unhealthyQueriesQuery } from '../queries/api.ts'
import { CardGroup, HomeCard, RowContent } from './HomeCard.tsx'
import styles from './HomePage.module.css'

/** Alerts shown; further ones are counted. */
const MAX_ALERTS = 5

/** Loads the queries that fail or are overdue, and the alerts, as far as the user may see them. */
export function useAttention() {
  const queries = useQuery({ ...unhealthyQueriesQuery, enabled: usePermission('view_query') })
  const alerts = useQuery({ ...alertsQuery, enabled: usePermission('list_alerts') })
  return { queries, alerts, loads: [queries, alerts] }
}

/** Queries that fail or are overdue, and alerts that are triggered or cannot be checked; nothing if there are none. */
export function Attention({ queries, alerts }: ReturnType<typeof useAttention>) {
  const unhealthy = queries.data?.results ?? []
  const inNeed = alertsInNeed(alerts.data ?? [])
  const count = (queries.data?.count ?? 0) + inNeed.length
  if (count === 0) return null
  return (
    <HomeCard icon={<IconAlertTriangle size={16} stroke={1.75} />} title={t`Needs Attention`} all={count}>
      <div className={styles.groups}>
        <CardGroup title={t`Alerts`}>
          {[
            ...inNeed.slice(0, MAX_ALERTS).map(({ id, name, state, health, last_triggered_at }) => (
              <Link key={id} className={styles.row} to="/alerts/$alertId" params={{ alertId: String(id) }}>
                <RowContent name={name} isDraft={false} isFavorite={false} icon={<IconBell size={16} stroke={1.75} />}>
                  {state === 'triggered' && last_triggered_at !== null && <TimeAgo date={last_triggered_at} />}
                  <AlertBadges state={state} health={health} />
                </RowContent>
              </Link>
            )),
            ...(inNeed.length > MAX_ALERTS
              ? [
                  <Link key="all" className={styles.more} to="/alerts" search={{ order: 'state' }}>
                    <Trans>{inNeed.length - MAX_ALERTS} more alerts</Trans>
                  </Link>,
                ]
              : []),
          ]}
        </CardGroup>
        <CardGroup title={t`Queries`}>
          {[
            ...unhealthy.map(({ id, name, is_draft, retrieved_at }) => (
              <Link key={id} className={styles.row} to="/queries/$queryId" params={{ queryId: String(id) }}>
                <RowContent name={name} isDraft={is_draft} isFavorite={false} icon={<IconCode size={16} stroke={1.75} />}>
                  {retrieved_at !== null && (
                    <Trans>
                      data from <TimeAgo date={retrieved_at} />
                    </Trans>
                  )}
                  <QueryHealth id={id} />
                </RowContent>
              </Link>
            )),
            ...(queries.data && queries.data.count > unhealthy.length
              ? [
                  <Link key="all" className={styles.more} to="/queries" search={{ filter: 'failing_or_stale' }}>
                    <Trans>{queries.data.count - unhealthy.length} more queries</Trans>
                  </Link>,
                ]
              : []),
          ]}
        </CardGroup>
      </div>
    </HomeCard>
  )
}

function QueryHealth({ id }: { id: number }) {
  const { data } = useQuery(queryHealthQuery(id))
  return data ? <HealthBadge health={data} retrievedAt={data.retrieved_at} /> : null
}

/** The alerts that somebody should look at, triggered ones first. Muted alerts stay quiet here too. */
export const alertsInNeed = <Item extends Pick<Alert, 'state' | 'health' | 'options'>>(alerts: readonly Item[]): Item[] => {
  const loud = alerts.filter(({ options }) => options.muted !== true)
  return [
    ...loud.filter(({ state }) => state === 'triggered'),
    ...loud.filter(({ state, health }) => state !== 'triggered' && health !== 'ok'),
  ]
}
