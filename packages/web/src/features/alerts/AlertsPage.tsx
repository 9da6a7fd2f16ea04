import type { Alert } from '@sightline/contract/alerts.ts'
import { alertsPage } from '@sightline/domain/list-page.ts'
import { IconBell, IconBellOff, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ClientListPage } from '../../app/ClientListPage.tsx'
import { MailWarning } from '../../app/MailWarning.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { ListColumn } from '../../ui/ItemsTable.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './alerts.module.css'
import { alertsQuery } from './api.ts'
import { StateBadge } from './Card.tsx'

/** The list of alerts. */
export function AlertsPage() {
  return (
    <ClientListPage
      title="Alerts"
      searchLabel="Search alerts..."
      navigation={null}
      action={<NewAlertButton />}
      notice={<MailWarning feature="alert emails" />}
      columns={columns}
      keyOf={(alert) => alert.id}
      result={useQuery(alertsQuery)}
      listed={alertsPage}
      standard={{ page_size: 20, order: '-created_at' }}
      empty={
        <EmptyState
          icon={<IconBell size={20} stroke={1.75} />}
          title="Get notified on certain events"
          help="An alert watches a value in a query result and notifies you when it crosses a threshold."
        />
      }
    />
  )
}

const NewAlertButton = () => (
  <LinkButton to="/alerts/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
    New Alert
  </LinkButton>
)

const columns: ListColumn<Alert>[] = [
  { kind: 'custom', title: 'Name', order: 'name', render: (alert) => <AlertName alert={alert} /> },
  { kind: 'custom', title: 'State', order: 'state', width: 124, render: ({ state }) => <StateBadge state={state} /> },
  {
    kind: 'time-ago',
    title: 'Last Updated At',
    order: 'updated_at',
    value: (alert) => alert.updated_at,
    width: 140,
    hideBelow: 600,
  },
  { kind: 'avatar', title: 'Created by', order: 'created_by', value: (alert) => alert.user, width: 170, hideBelow: 1100 },
  {
    kind: 'time-ago',
    title: 'Created At',
    order: 'created_at',
    value: (alert) => alert.created_at,
    width: 130,
    hideBelow: 1100,
  },
]

function AlertName({ alert: { id, name, options } }: { alert: Alert }) {
  return (
    <span className={styles.name}>
      <Link to="/alerts/$alertId" params={{ alertId: String(id) }}>
        {name}
      </Link>
      {options.muted && <IconBellOff size={14} stroke={1.75} aria-label="Muted" className={styles.muted} />}
    </span>
  )
}
