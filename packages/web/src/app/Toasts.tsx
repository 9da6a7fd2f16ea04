import { Notifications } from '@mantine/notifications'
import { TOAST_MS } from './notify.ts'
import styles from './Toasts.module.css'

/** The container of toasts: bottom right, at most three at a time, paused on hover. */
export function Toasts() {
  return (
    <Notifications
      position="bottom-right"
      autoClose={TOAST_MS}
      limit={3}
      containerWidth={340}
      transitionDuration={160}
      pauseResetOnHover="notification"
      classNames={{ root: styles.root, notification: styles.toast }}
    />
  )
}
