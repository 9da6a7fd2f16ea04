import { t } from '@lingui/core/macro'
import { useNetwork } from '@mantine/hooks'
import { useEffect } from 'react'
import { isReconnecting } from '../ui/reconnect.ts'
import { notify } from './notify.ts'

const ID = 'offline'

/** A warning that stays as long as the browser is offline. */
export function OfflineNotice() {
  const { online } = useNetwork()
  useEffect(() => {
    if (online) notify.hide(ID)
    else notify.warning(t`Please check your Internet connection.`, undefined, { id: ID, duration: null })
  }, [online])
  return null
}

/**
 * Warns when a chunk of the page fails to load, mostly because Sightline was updated while the page was open. The page is not
 * reloaded automatically, because it may have unsaved changes.
 * @see https://vite.dev/guide/build#load-error-handling
 */
export function warnAboutFailedChunks(): void {
  window.addEventListener('vite:preloadError', () => {
    // OfflineNotice covers the first case, and in the second the page tries again.
    if (!navigator.onLine || isReconnecting()) return
    notify.warning(
      t`Part of the page could not be loaded.`,
      t`Sightline may have been updated. Save your work, then reload the page.`,
      {
        id: 'stale-page',
        duration: null,
      },
    )
  })
}
