import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { TOAST_MS } from './notify.ts'
import styles from './Toasts.module.css'

/** The container of toasts, also of those that were shown before it was loaded: bottom right, at most three at a time, paused on hover. */
export default function Toasts(): ReactNode {
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
