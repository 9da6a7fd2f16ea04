import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Alert } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import type { AlertFacts } from '@sightline/domain/alerts/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClientConfig, useSession } from '../../app/session.ts'
import { queryQuery } from '../queries/api.ts'
import styles from './alerts.module.css'
import { firstRowsQuery, previewQuery } from './api.ts'
import { Card } from './Card.tsx'
import { ConditionCard } from './ConditionCard.tsx'
import cards from './cards.module.css'
import { type AlertDraft, conditionOf, type DraftProblems, type NewSubscriber } from './draft.ts'
import { NotificationCard } from './NotificationCard.tsx'
import { QueryCard } from './QueryCard.tsx'
import { HistoryCard, ResultCard, StatusCard } from './StatusCards.tsx'
import { NewDestinationLink, Subscriber, SubscriberSelect } from './Subscribers.tsx'
import { SubscriptionsCard } from './SubscriptionsCard.tsx'

interface AlertEditorProps {
  /** The stored alert; null for a new one. */
  alert: Alert | null
  draft: AlertDraft
  problems: DraftProblems
  isReadOnly: boolean
  onChange(change: Partial<AlertDraft>): void
}

/** The parts of an alert in the order of a sentence: query, condition, notification. At the side: subscribers, status, result. */
export function AlertEditor({ alert, draft, problems, isReadOnly, onChange }: AlertEditorProps) {
  const stored = alert ? String(alert.options.value) : null
  const { query, result, preview, facts } = useAlertPreview(draft, stored, alert)
  const place = result?.result.columns.findIndex(({ name }) => name === draft.column) ?? -1
  const firstValue: Cell | undefined = place === -1 ? undefined : result?.rows[0]?.[place]
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <QueryCard
          chosen={draft.query}
          query={query}
          isReadOnly={isReadOnly}
          nextRun={preview?.next_run ?? null}
          warnings={preview?.warnings ?? []}
          onChange={(chosen) => onChange({ query: chosen, ...(chosen?.id === draft.query?.id ? {} : { column: '' }) })}
        />
        <ConditionCard
          draft={draft}
          problems={problems}
          stored={stored}
          columns={result?.result.columns ?? []}
          firstValue={firstValue}
          preview={preview}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
        <NotificationCard draft={draft} problems={problems} facts={facts} isReadOnly={isReadOnly} onChange={onChange} />
        {alert && <HistoryCard alertId={alert.id} />}
      </div>
      <aside className={styles.rail} aria-label={t`About this alert`}>
        {alert ? (
          <>
            <SubscriptionsCard alertId={alert.id} />
            <StatusCard alert={alert} />
          </>
        ) : (
          <NewSubscribersCard subscribers={draft.subscribers} onChange={(subscribers) => onChange({ subscribers })} />
        )}
        {result && <ResultCard result={result} column={draft.column} />}
      </aside>
    </div>
  )
}

/** The chosen query, its latest result, and the state that the condition gives for it. */
function useAlertPreview(draft: AlertDraft, stored: string | null, alert: Alert | null) {
  const { basePath } = useClientConfig()
  const queryId = draft.query?.id ?? 0
  const query = useQuery({ ...queryQuery(queryId), enabled: queryId > 0 }).data
  const resultId = query?.latest_query_data_id ?? 0
  const result = useQuery({ ...firstRowsQuery(resultId), enabled: resultId > 0 }).data
  const condition = conditionOf(draft, stored)
  const request = previewQuery(queryId, condition ?? { column: '-', op: '==', value: 0 })
  const reply = useQuery({ ...request, enabled: queryId > 0 && condition !== null })
  const preview = condition === null ? undefined : reply.data
  const state = preview?.state ?? alert?.state ?? 'unknown'
  const { name, column, op, value, selector } = draft
  const id = alert?.id ?? null
  const facts = useMemo((): AlertFacts | null => {
    if (!result || !query) return null
    return {
      alert: { name, state, options: { column, op, value, selector } },
      query,
      links: { alert: `${basePath}alerts/${id ?? 'new'}`, query: `${basePath}queries/${query.id}` },
      columns: result.result.columns,
      rows: result.rows,
      rowCount: result.result.row_count,
    }
  }, [result, query, basePath, name, state, column, op, value, selector, id])
  return { query, result, preview, facts }
}

interface NewSubscribersCardProps {
  subscribers: readonly NewSubscriber[]
  onChange(subscribers: readonly NewSubscriber[]): void
}

/** The subscribers of a new alert, which are saved with it. */
function NewSubscribersCard({ subscribers, onChange }: NewSubscribersCardProps) {
  const { user } = useSession()
  return (
    <Card title={t`Subscriptions`} count={subscribers.length}>
      {subscribers.length === 0 && (
        <p className={styles.note}>
          <Trans>No one is subscribed to this alert yet.</Trans>
        </p>
      )}
      {subscribers.length > 0 && (
        <ul className={cards.subscriptions} aria-label={t`Subscribers`}>
          {subscribers.map((subscriber) => (
            <Subscriber
              key={subscriber.destination?.id ?? 0}
              user={user}
              destination={subscriber.destination}
              isRemoving={false}
              onRemove={() => onChange(subscribers.filter((one) => one !== subscriber))}
            />
          ))}
        </ul>
      )}
      <SubscriberSelect taken={subscribers} isAdding={false} onAdd={async (added) => onChange([...subscribers, added])} />
      {user.permissions.includes('admin') && <NewDestinationLink />}
    </Card>
  )
}
