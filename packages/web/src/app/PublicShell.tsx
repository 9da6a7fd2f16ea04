import { api } from '@sightline/contract/api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { TimeZoneContext } from '../ui/time-zone.tsx'
import { PageError } from './PageError.tsx'
import styles from './PublicShell.module.css'
import { ClientConfigContext } from './session.ts'

/** The settings of this installation for pages without a session. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(api.session.config, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The shell of public pages, without header: the page itself, once the settings are loaded. */
export function PublicShell({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(configQuery)
  return (
    <main id="content" tabIndex={-1} className={styles.main}>
      {data !== undefined ? (
        <ClientConfigContext value={data.client_config}>
          <TimeZoneContext value={data.client_config.timeZone}>{children}</TimeZoneContext>
        </ClientConfigContext>
      ) : error !== null ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.waiting} role="status">
          Loading...
        </div>
      )}
    </main>
  )
}
