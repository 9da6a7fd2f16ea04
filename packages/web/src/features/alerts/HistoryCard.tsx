import type { AlertEvent } from '@sightline/contract/alerts.ts'
import { useQuery } from '@tanstack/react-query'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import styles from './alerts.module.css'
import { historyQuery } from './api.ts'
import { Card } from './Card.tsx'
import entries from './history.module.css'
import { StateBadge } from './StateBadge.tsx'
import { deliveryText } from './texts.ts'

const kinds: Record<AlertEvent['kind'], string | null> = { change: null, reminder: 'still so', test: 'test' }

/** What happened to an alert, with the value that caused it and what became of the messages. */
export function HistoryCard({ alertId }: { alertId: number }) {
  const history = useQuery(historyQuery(alertId))
  return (
    <Card title="History">
      {history.error && <p className={styles.note}>The history could not be read.</p>}
      {history.data?.length === 0 && (
        <p className={styles.note}>
          Nothing has happened yet. Each change of the state is kept here, with the value that caused it.
        </p>
      )}
      {history.data !== undefined && history.data.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls a long history with the keys
        <ol className={entries.events} aria-label="History" tabIndex={0}>
          {history.data.map((event) => (
            <HistoryItem key={event.id} event={event} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function HistoryItem({ event }: { event: AlertEvent }) {
  const kind = kinds[event.kind]
  return (
    <li className={entries.event}>
      <span>
        <StateBadge state={event.state} />
      </span>
      <span className={entries.what}>
        {event.value === null ? 'no value' : String(event.value)} {kind !== null && <small>({kind})</small>}
      </span>
      <TimeAgo date={event.created_at} />
      {event.deliveries.length > 0 && (
        <ul className={entries.messages}>
          {event.deliveries.map((delivery) => (
            <li key={delivery.id} data-failed={delivery.state !== 'sent' && delivery.last_error !== null ? true : undefined}>
              {deliveryText(delivery)}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
