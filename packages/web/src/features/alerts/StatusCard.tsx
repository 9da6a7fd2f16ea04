import type { Alert } from '@sightline/contract/alerts.ts'
import dayjs from 'dayjs'
import { useClientConfig } from '../../app/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { Card } from './Card.tsx'
import rail from './rail.module.css'
import { StateBadge } from './StateBadge.tsx'

/** Where an alert stands. */
export function StatusCard({ alert }: { alert: Alert }) {
  const { dateTimeFormat } = useClientConfig()
  return (
    <Card title="Status">
      <dl className={rail.facts}>
        <dt>State</dt>
        <dd>
          <StateBadge state={alert.state} />
        </dd>
        <dt>Last triggered</dt>
        <dd>
          <TimeAgo date={alert.last_triggered_at} never="Never" />
        </dd>
        <dt>Last checked</dt>
        <dd>
          <TimeAgo date={alert.evaluated_at} never="Never" />
        </dd>
        <dt>Last updated</dt>
        <dd>{dayjs(alert.updated_at).format(dateTimeFormat)}</dd>
        <dt>Created by</dt>
        <dd>
          <Avatar id={alert.user.id} name={alert.user.name} profile_image_url={alert.user.profile_image_url} />
          {alert.user.name}
        </dd>
      </dl>
    </Card>
  )
}
