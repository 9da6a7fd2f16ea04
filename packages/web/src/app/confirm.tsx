import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

interface Confirmation {
  title: string
  text: ReactNode
  /** Label of the button that goes on. */
  action: string
  /** Destructive actions have a red button. */
  isDestructive: boolean
}

/** Asks before something is done that cannot be undone at once. Resolves to false when the dialog is closed in any other way. */
export function confirm({ title, text, action, isDestructive }: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <p style={{ color: 'var(--sl-text-2)' }}>{text}</p>,
      size: 400,
      labels: { confirm: action, cancel: 'Cancel' },
      confirmProps: { variant: isDestructive ? 'danger-filled' : 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    })
  })
}
