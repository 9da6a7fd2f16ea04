import { t } from '@lingui/core/macro'
import { CloseButton, Portal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLive } from '../ui/live-value.ts'
import { notify, type Toast, toasts } from './notify.ts'
import styles from './Toasts.module.css'

/** Others wait until one of these has closed. */
const MOST_AT_A_TIME = 3

/** The container of toasts, at the bottom right. */
export function Toasts() {
  const shown = useLive(toasts, (all) => all)
  return (
    <Portal>
      <div className={styles.root} data-toasts>
        {shown.slice(0, MOST_AT_A_TIME).map(({ key, ...toast }) => (
          <ToastCard key={key} {...toast} />
        ))}
      </div>
    </Portal>
  )
}

/** Its time begins when it is seen, and again when the pointer and the focus have left it. */
function ToastCard({ id, title, text, tone: { icon: Icon, color, role }, duration }: Omit<Toast, 'key'>) {
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const isHeld = isPointedAt || hasFocus
  useEffect(() => {
    if (isHeld || duration === null) return
    const timer = setTimeout(() => setIsLeaving(true), duration)
    return () => clearTimeout(timer)
  }, [isHeld, duration])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is that of a message, and only its time depends on these events.
    <div
      className={styles.toast}
      role={role}
      data-toast
      data-leaving={isLeaving || undefined}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
      onAnimationEnd={() => isLeaving && notify.hide(id)}
    >
      <Icon className={styles.icon} size={16} color={color} />
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {text !== undefined && <div className={styles.text}>{text}</div>}
      </div>
      <CloseButton className={styles.close} iconSize={16} aria-label={t`Close`} onClick={() => setIsLeaving(true)} />
    </div>
  )
}
