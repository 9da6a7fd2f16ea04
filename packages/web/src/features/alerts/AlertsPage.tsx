import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Alert } from '@sightline/contract/alerts.ts'
import { conditionText } from '@sightline/domain/alerts/options.ts'
import { computedText } from '@sightline/domain/format/value.ts'
import { alertsPage } from '@sightline/domain/list-page.ts'
import { type ListSearch, withFilter } from '@sightline/domain/list-state.ts'
import {
  IconAlertTriangle,
  IconBell,
  IconBellOff,
  IconBellRinging,
  IconCircleCheck,
  IconDatabaseOff,
  IconHelpCircle,
  IconPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ClientListPage } from '../../app/ClientListPage.tsx'
import { MailWarning } from '../../app/MailWarning.tsx'
import { useFormats } from '../../app/use-formats.ts'
import { AlertBadges } from '../../ui/AlertBadges.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterList } from '../../ui/FilterList.tsx'
import type { ListColumn } from '../../ui/ItemsTable.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import styles from './alerts.module.css'
import { alertsQuery } from './api.ts'
import { sinceText } from './texts.ts'

const stateFilters = [
  { value: 'triggered', label: t`Triggered`, icon: <IconBellRinging size={14} stroke={1.75} aria-hidden /> },
  { value: 'ok', label: t`OK`, icon: <IconCircleCheck size={14} stroke={1.75} aria-hidden /> },
  { value: 'unknown', label: t`Unknown`, icon: <IconHelpCircle size={14} stroke={1.75} aria-hidden /> },
  { value: 'failing', label: t`Failing`, icon: <IconAlertTriangle size={14} stroke={1.75} aria-hidden /> },
  { value: 'no_data', label: t`No data`, icon: <IconDatabaseOff size={14} stroke={1.75} aria-hidden /> },
] as const

/** The list of alerts. */
export function AlertsPage() {
  const search: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const filter = stateFilters.find(({ value }) => value === search.filter) ?? null
  return (
    <ClientListPage
      title={t`Alerts`}
      searchLabel={t`Search alerts...`}
      navigation={
        <FilterList
          caption={t`State`}
          options={stateFilters}
          chosen={filter?.value ?? null}
          onChange={(chosen) => void navigate({ to: '.', search: withFilter(search, chosen) })}
        />
      }
      action={<NewAlertButton />}
      notice={<MailWarning feature={t`alert emails`} />}
      columns={columns}
      keyOf={(alert) => alert.id}
      result={useQuery(alertsQuery)}
      listed={(alerts, list) => alertsPage(filter === null ? alerts : alerts.filter(isIn(filter.value)), list)}
      standard={{ page_size: 20, order: '-created_at' }}
      empty={
        filter === null ? (
          <EmptyState
            icon={<IconBell size={20} stroke={1.75} />}
            title={t`Get notified on certain events`}
            help={t`An alert watches a value in a query result and notifies you when it crosses a threshold.`}
          />
        ) : (
          <EmptyState icon={filter.icon} title={t`No alert has the state “${filter.label}”.`} />
        )
      }
    />
  )
}

const isIn =
  (filter: (typeof stateFilters)[number]['value']) =>
  ({ state, health }: Alert): boolean =>
    state === filter || health === filter

const NewAlertButton = () => (
  <LinkButton to="/alerts/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
    <Trans>New Alert</Trans>
  </LinkButton>
)

const columns: ListColumn<Alert>[] = [
  { kind: 'custom', title: t`Name`, order: 'name', render: (alert) => <AlertName alert={alert} /> },
  { kind: 'custom', title: t`State`, order: 'state', width: 190, render: (alert) => <AlertBadges {...alert} /> },
  {
    kind: 'time-ago',
    title: t`Last Updated At`,
    order: 'updated_at',
    value: (alert) => alert.updated_at,
    width: 140,
    hideBelow: 600,
  },
  { kind: 'avatar', title: t`Created by`, order: 'created_by', value: (alert) => alert.user, width: 170, hideBelow: 1100 },
  {
    kind: 'time-ago',
    title: t`Created At`,
    order: 'created_at',
    value: (alert) => alert.created_at,
    width: 130,
    hideBelow: 1100,
  },
]

/** The name, and below it what the alert watches: the query, the condition and the value of the last check. */
function AlertName({ alert: { id, name, options, query, value, state, health, last_triggered_at } }: { alert: Alert }) {
  const formats = useFormats()
  return (
    <span className={styles.watch}>
      <span className={styles.name}>
        <Link to="/alerts/$alertId" params={{ alertId: String(id) }}>
          {name}
        </Link>
        {options.muted && <IconBellOff size={14} stroke={1.75} aria-label={t`Muted`} className={styles.muted} />}
      </span>
      <span className={styles.watched}>
        <bdi>{query.name}</bdi> · {conditionText(options, formats.numberMarks)}
        {value !== null && (
          <>
            {' '}
            · {health === 'failing' ? t`last value` : t`now`} <bdi>{computedText(value, options.value, formats)}</bdi>
          </>
        )}
        {last_triggered_at !== null && (
          <>
            {' '}
            · {sinceText(state)} <TimeAgo date={last_triggered_at} />
          </>
        )}
      </span>
    </span>
  )
}
