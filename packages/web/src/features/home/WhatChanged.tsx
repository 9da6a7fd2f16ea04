import { t } from '@lingui/core/macro'
import type { RecentChange } from '@sightline/contract/home.ts'
import { localList } from '@sightline/domain/language/local.ts'
import { IconAt, IconCode, IconHistory, IconLayoutDashboard } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { HomeCard } from './HomeCard.tsx'
import styles from './HomePage.module.css'

const iconProps = { size: 16, stroke: 1.75 } as const

/**
 * Lists the latest changes of others in the user's own, favorite and opened queries and dashboards, and comments that mention the
 * user; nothing if there is none.
 */
export function WhatChanged({ changes }: { changes: readonly RecentChange[] }) {
  if (changes.length === 0) return null
  return (
    <HomeCard icon={<IconHistory {...iconProps} />} title={t`What Changed`} all={t`in your queries and dashboards`}>
      {changes.map((change) => (
        <ChangeRow key={`${change.kind} ${change.id}`} change={change} />
      ))}
    </HomeCard>
  )
}

const kindIcons = { query: IconCode, dashboard: IconLayoutDashboard, mention: IconAt }

function ChangeRow({ change }: { change: RecentChange }) {
  const KindIcon = kindIcons[change.kind]
  const content = (
    <>
      <span className={styles.rowIcon} aria-hidden>
        <KindIcon {...iconProps} />
      </span>
      <span className={styles.change}>
        <span className={styles.rowName}>{change.name}</span>
        <span className={styles.changeText}>{changeText(change)}</span>
      </span>
      <span className={styles.spacer} />
      <span className={styles.age}>
        <TimeAgo date={change.changed_at} />
      </span>
    </>
  )
  return change.kind === 'query' ? (
    <Link className={`${styles.row} ${styles.tall}`} to="/queries/$queryId" params={{ queryId: String(change.id) }}>
      {content}
    </Link>
  ) : (
    <Link
      className={`${styles.row} ${styles.tall}`}
      to="/dashboard/$slug"
      params={{ slug: change.slug }}
      search={change.kind === 'mention' ? { comments: String(change.widget_id) } : {}}
    >
      {content}
    </Link>
  )
}

type Field = Extract<RecentChange, { kind: 'query' }>['fields'][number]

const fieldNames: Record<Field, string> = {
  name: t`name`,
  description: t`description`,
  query: t`query text`,
  options: t`parameters and options`,
  data_source_id: t`data source`,
  schedule: t`schedule`,
  tags: t`tags`,
}

/** The text of a change: "Bob changed query text and tags". */
export function changeText(change: RecentChange): string {
  if (change.kind === 'mention') return t`${change.user_name} mentioned you in a comment`
  if (change.kind === 'dashboard') return t`${change.user_name} changed the dashboard`
  const names = change.fields.map((field) => fieldNames[field])
  if (names.length === 0) return t`${change.user_name} saved the query`
  const listed = localList(names)
  return t`${change.user_name} changed ${listed}`
}
