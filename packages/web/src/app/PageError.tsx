import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFileUnknown, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { ApiError, requestIdOf } from '../api/error.ts'
import { basePath } from '../api/url.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { onReconnect } from '../ui/reconnect.ts'
import styles from './PageError.module.css'
import { usePageTitle } from './page-hooks.ts'

interface PageErrorProps {
  error: unknown
  /** Shown as "Try again"; without it a link leads home. */
  onRetry?: () => void
}

/** A page that cannot be shown, inside the shell. */
export function PageError({ error, onRetry }: PageErrorProps) {
  const status = error instanceof ApiError ? error.status : null
  const retry = useEffectEvent(() => onRetry?.())
  const needsConnection = isUnreachable(error)
  useEffect(() => {
    if (needsConnection) return onReconnect(() => retry())
  }, [needsConnection])
  return (
    <div className={styles.root} role="alert">
      {status === 404 && <Titled title={t`Not found`} />}
      {(status === 401 || status === 403) && <Titled title={t`No permission`} />}
      <EmptyState
        icon={iconOf(status)}
        title={<h1 className={styles.title}>{pageErrorText(error, navigator.onLine)}</h1>}
        help={pageErrorHelp(error, navigator.onLine) ?? undefined}
        action={
          onRetry && status !== 404 && status !== 403 ? (
            <Button variant="default" onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          ) : (
            <Button variant="default" component="a" href={basePath()}>
              <Trans>Back to Home</Trans>
            </Button>
          )
        }
      />
    </div>
  )
}

/** Sets the title of a page that does not exist or is forbidden. A page that may be retried keeps its own. */
function Titled({ title }: { title: string }) {
  usePageTitle(title)
  return null
}

/** The page for an unknown URL. */
export function NotFoundPage() {
  return <PageError error={new ApiError(404, 'not_found', '', null)} />
}

function iconOf(status: number | null) {
  if (status === 401 || status === 403) return <IconLock size={20} stroke={1.75} />
  return status === 404 ? <IconFileUnknown size={20} stroke={1.75} /> : <IconPlugConnectedX size={20} stroke={1.75} />
}

/** The code of a page could not be loaded: there is no connection, or an update of Sightline has removed it. */
export class PageNotLoaded extends Error {
  override name = 'PageNotLoaded'
  constructor(options: ErrorOptions) {
    super(t`This page could not be loaded.`, options)
  }
}

/** Whether the server, or the code of the page, could not be reached. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof PageNotLoaded || (error instanceof ApiError && error.status === 0)

/**
 * The message of the error page.
 * @param isOnline whether the browser has a connection
 */
export function pageErrorText(error: unknown, isOnline = true): string {
  if (isUnreachable(error) && !isOnline) return t`You are offline`
  if (error instanceof ApiError) {
    if (error.status === 404) return t`It seems like the page you're looking for cannot be found.`
    if (error.status === 401 || error.status === 403) return t`It seems like you don’t have permission to see this page.`
    if (error.message !== '') return error.message
  }
  if (error instanceof PageNotLoaded) return error.message
  return t`It seems like we encountered an error. Try refreshing this page or contact your administrator.`
}

/** The smaller line below it: advice, or the HTTP status and the id of the request for support; null for none. */
export function pageErrorHelp(error: unknown, isOnline = true): string | null {
  if (isUnreachable(error) && !isOnline) return t`The page loads as soon as the connection is back.`
  if (error instanceof PageNotLoaded)
    return t`Check your connection and try again. If Sightline has just been updated, reload the page instead.`
  if (!(error instanceof ApiError) || error.status === 0) return null
  const id = requestIdOf(error)
  return id === null ? String(error.status) : t`${error.status} · Request ID: ${id}`
}
