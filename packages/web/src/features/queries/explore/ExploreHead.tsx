import { Trans } from '@lingui/react/macro'
import type { Query } from '@sightline/contract/queries.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './ExplorePage.module.css'

interface ExploreHeadProps {
  query: Query
  /** Actions at the right end. */
  children?: ReactNode
}

/** The name of the query, as a link back to it. */
export function ExploreHead({ query, children }: ExploreHeadProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>
        <span className={styles.lead}>
          <Trans>Explore:</Trans>
        </span>{' '}
        <Link to="/queries/$queryId" params={{ queryId: String(query.id) }} className={styles.name}>
          {query.name}
        </Link>
      </h1>
      {children}
    </header>
  )
}
