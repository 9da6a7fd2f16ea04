import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { RecentWork as Work } from '@sightline/contract/home.ts'
import { IconCode, IconLayoutDashboard } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { usePermission } from '../../app/session.ts'
import { useIdle } from '../../ui/loading-tracker.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { SCROLLER_ID, useNearViewport } from '../../ui/use-near-viewport.ts'
import styles from './RecentWork.module.css'

/** Charts are loaded once the page is at rest and a picture is about to be seen: on a phone, most visits end above them. */
const NEAR_PX = 100

// A picture that cannot be loaded must not replace the page by an error.
const ThumbnailImage = lazy(() => import('./ThumbnailImage.tsx').catch(() => ({ default: () => null })))

/** The queries and dashboards that the user has opened or changed lately, as cards with a small picture of their latest result. */
export function RecentWork({ work }: { work: readonly Work[] }) {
  return (
    <section className={styles.root} aria-labelledby="recent-work">
      <h2 id="recent-work" className={styles.title}>
        <Trans>Recent Work</Trans>
      </h2>
      {work.length === 0 ? (
        <NothingYet />
      ) : (
        <div className={styles.cards}>
          {work.map((item) => (
            <WorkCard key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </div>
      )}
    </section>
  )
}

function NothingYet() {
  const canCreate = usePermission('create_query')
  const canList = usePermission('list_dashboards')
  return (
    <p className={styles.empty}>
      <Trans>Queries and dashboards that you open or change appear here.</Trans>{' '}
      {canCreate && canList && (
        <Trans>
          Begin with <Link to="/queries/new">a new query</Link>, or open one of <Link to="/dashboards">the dashboards</Link>.
        </Trans>
      )}
      {canCreate && !canList && (
        <Trans>
          Begin with <Link to="/queries/new">a new query</Link>.
        </Trans>
      )}
      {!canCreate && canList && (
        <Trans>
          Begin with one of <Link to="/dashboards">the dashboards</Link>.
        </Trans>
      )}
    </p>
  )
}

function WorkCard({ item }: { item: Work }) {
  const content = (
    <>
      <Picture item={item} />
      <span className={styles.name}>
        {item.kind === 'query' ? <IconCode {...icon} /> : <IconLayoutDashboard {...icon} />}
        <span className={styles.text}>{item.name}</span>
        <StatusBadge isDraft={item.is_draft} isArchived={false} />
      </span>
      <span className={styles.age}>
        {item.kind === 'query' ? t`Query` : t`Dashboard`}, <TimeAgo date={item.used_at} />
      </span>
    </>
  )
  return item.kind === 'query' ? (
    <Link className={styles.card} to="/queries/$queryId" params={{ queryId: String(item.id) }}>
      {content}
    </Link>
  ) : (
    <Link className={styles.card} to="/dashboard/$slug" params={{ slug: item.slug }}>
      {content}
    </Link>
  )
}

const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

/** The frame of a picture. It is decoration: the link has the name, and a picture that cannot be drawn stays empty. */
function Picture({ item: { kind, thumbnail } }: { item: Work }) {
  const frame = useRef<HTMLSpanElement>(null)
  const isNear = useNearViewport(frame, SCROLLER_ID, { nearPx: NEAR_PX })
  const isIdle = useIdle()
  const placeholder: ReactNode =
    kind === 'query' ? <IconCode size={24} stroke={1.25} /> : <IconLayoutDashboard size={24} stroke={1.25} />
  return (
    <span ref={frame} className={styles.picture} aria-hidden inert>
      {thumbnail === null
        ? placeholder
        : isNear &&
          isIdle && (
            <Suspense fallback={null}>
              <ThumbnailImage thumbnail={thumbnail} />
            </Suspense>
          )}
    </span>
  )
}
