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
