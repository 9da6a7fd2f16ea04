import { useNetwork } from '@mantine/hooks'
import { useEffect } from 'react'
import { notify } from './notify.ts'

const ID = 'offline'

/** A warning that stays as long as the browser is offline. */
export function OfflineNotice() {
  const { online } = useNetwork()
  useEffect(() => {
    if (online) notify.hide(ID)
    else notify.warning('Please check your Internet connection.', undefined, { id: ID, duration: null })
  }, [online])
  return null
}

/**
 * Says so when a part of the page that is only now wanted cannot be had: mostly as Sightline was updated while the page was open.
 * It is not reloaded by itself, as there may be work in it that is not saved.
 * @see https://vite.dev/guide/build#load-error-handling
 */
export function warnAboutFailedParts(): void {
  window.addEventListener('vite:preloadError', () => {
    // Being offline is told already, and is the nearer reason.
    if (!navigator.onLine) return
    notify.warning(
      'A part of the page could not be loaded.',
      'Sightline may have been updated meanwhile. Save your work, then reload the page.',
      {
        id: 'stale-page',
        duration: null,
      },
    )
  })
}
