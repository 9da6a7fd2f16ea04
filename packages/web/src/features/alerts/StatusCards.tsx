import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Alert, AlertEvent } from '@sightline/contract/alerts.ts'
import type { Cell, ColumnType, ResultWindow } from '@sightline/contract/results.ts'
import { cellText, defaultColumn } from '@sightline/domain/table-columns/column-view.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { useQuery } from '@tanstack/react-query'
import { useClientConfig } from '../../app/session.ts'
import { useFormats } from '../../app/use-formats.ts'
import { AlertBadges } from '../../ui/AlertBadges.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { DateTime } from '../../ui/time-zone.tsx'
import styles from './alerts.module.css'
import { historyQuery } from './api.ts'
import { Card } from './Card.tsx'
import cards from './cards.module.css'
import { deliveryText, sinceText } from './texts.ts'

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The state of an alert, and when it was triggered, checked and updated. */
export function StatusCard({ alert }: { alert: Alert }) {
  const { dateTimeFormat } = useClientConfig()
  return (
    <Card title={t`Status`}>
      <dl className={cards.facts}>
        <dt>
          <Trans>State</Trans>
        </dt>
        <dd>
          <AlertBadges state={alert.state} health={alert.health} />
        </dd>
        <dt>{alert.last_triggered_at === null ? t`Last triggered` : capitalised(sinceText(alert.state))}</dt>
        <dd>
          <TimeAgo date={alert.last_triggered_at} never={t`Never`} />
        </dd>
        <dt>
          <Trans>Last checked</Trans>
        </dt>
        <dd>
          <TimeAgo date={alert.evaluated_at} never={t`Never`} />
        </dd>
        <dt>
          <Trans>Last updated</Trans>
        </dt>
        <dd>
          <DateTime value={alert.updated_at} format={dateTimeFormat} />
        </dd>
        <dt>
          <Trans>Created by</Trans>
        </dt>
        <dd>
          <Avatar id={alert.user.id} name={alert.user.name} profile_image_url={alert.user.profile_image_url} />
          {alert.user.name}
        </dd>
      </dl>
    </Card>
  )
}

const SHOWN_ROWS = 4

interface ResultCardProps {
  result: ResultWindow
  /** The watched column; '' for none. */
  column: string
}

/** The first rows of the latest result: the watched column, and the first other column, which identifies the rows. */
export function ResultCard({ result: { result, rows }, column }: ResultCardProps) {
  const formats = useFormats()
  const watched = result.columns.findIndex(({ name }) => name === column)
  const other = result.columns.findIndex((_, index) => index !== watched)
  const shown = (watched === -1 ? [0, 1] : [other, watched]).filter((index) => result.columns[index] !== undefined)
  const shownRows = rows.slice(0, SHOWN_ROWS)
  const columns = result.columns.map((one, index) => defaultColumn(one, index, formats, shownRows))
  return (
    <Card title={t`Latest result`} count={plural(result.row_count, { one: '# row', other: '# rows' })}>
      <table className={cards.result}>
        <thead>
          <tr>
            {shown.map((index) => (
              <th
                key={index}
                data-watched={index === watched || undefined}
                data-number={isNumberType(result.columns[index]?.type ?? null) || undefined}
                scope="col"
              >
                {result.columns[index]?.friendly_name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownRows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result never move
            <tr key={at}>
              {shown.map((index) => (
                <ResultCell key={index} value={row[index] ?? null} column={columns[index]} isWatched={index === watched} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

interface ResultCellProps {
  value: Cell
  column: TableColumn | undefined
  isWatched: boolean
}

/** A value as a table shows it: in the format of its type, numbers on the right. */
function ResultCell({ value, column, isWatched }: ResultCellProps) {
  const formats = useFormats()
  const text = value === null || column === undefined ? formats.nullText : cellText(value, column, formats)
  return (
    <td data-watched={isWatched || undefined} data-number={isNumberType(column?.type ?? null) || undefined} title={text}>
      {text}
    </td>
  )
}

const isNumberType = (type: ColumnType | null) => type === 'integer' || type === 'float'

const kinds: Record<AlertEvent['kind'], string | null> = { change: null, reminder: 'reminder', test: 'test' }

/** The state changes, reminders and tests of an alert, with the value that caused each and the delivery of its messages. */
export function HistoryCard({ alertId }: { alertId: number }) {
  const history = useQuery(historyQuery(alertId))
  return (
    <Card title={t`History`}>
      {history.error && (
        <p className={styles.note}>
          <Trans>The history could not be loaded.</Trans>
        </p>
      )}
      {history.data?.length === 0 && (
        <p className={styles.note}>
          <Trans>No history yet. State changes appear here with the value that caused them.</Trans>
        </p>
      )}
      {history.data !== undefined && history.data.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long history must be scrollable with the keyboard
        <ol className={cards.events} aria-label={t`History`} tabIndex={0}>
          {history.data.map((event) => (
            <HistoryItem key={event.id} event={event} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function valueTextOf({ value, health }: AlertEvent): string {
  if (value !== null) return String(value)
  return health === 'failing' ? t`query failed` : t`no value`
}

function HistoryItem({ event }: { event: AlertEvent }) {
  const kind = kinds[event.kind]
  return (
    <li className={cards.event}>
      <span>
        <AlertBadges state={event.state} health={event.health} />
      </span>
      <span className={cards.value}>
        {valueTextOf(event)} {kind !== null && <small>({kind})</small>}
      </span>
      <TimeAgo date={event.created_at} />
      {event.deliveries.length > 0 && (
        <ul className={cards.messages}>
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
