import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { showDialog } from './dialog-host.tsx'

interface Confirmation {
  title: string
  text: ReactNode
  /** Label of the confirm button. */
  action: string
  /** Whether the confirm button is red. */
  isDestructive: boolean
}

/** Asks for confirmation. Resolves to false if the dialog is closed in any other way. */
export function confirm(confirmation: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    const remove = showDialog(<ConfirmDialog {...confirmation} onAnswer={resolve} onGone={() => remove()} />)
  })
}

interface ConfirmDialogProps extends Confirmation {
  onAnswer(isSure: boolean): void
  /** Called once it has faded out. */
  onGone(): void
}

function ConfirmDialog({ title, text, action, isDestructive, onAnswer, onGone }: ConfirmDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  const answer = (isSure: boolean) => {
    setIsOpen(false)
    onAnswer(isSure)
  }
  return (
    <Dialog opened={isOpen} attributes={{}} onClose={() => answer(false)} onExitTransitionEnd={onGone} title={title} size={400}>
      <p style={{ margin: '0 0 16px', color: 'var(--sl-text-2)' }}>{text}</p>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={() => answer(false)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant={isDestructive ? 'danger-filled' : 'filled'} onClick={() => answer(true)}>
          {action}
        </Button>
      </Group>
    </Dialog>
  )
}

/**
 * Asks before navigation loses unsaved changes. Other search parameters on the same path lose nothing.
 * @param isSaved called on leaving, when the rendered `isDirty` may be outdated
 * @param onLeave called when the user discards the changes
 */
export function useLeaveGuard(isDirty: boolean, isSaved: () => boolean, onLeave: () => void): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || isSaved()) return false
      const isSure = await confirm({
        title: t`Are you sure you want to leave this page?`,
        text: t`You will lose your changes if you leave`,
        action: t`Leave`,
        isDestructive: true,
      })
      if (isSure) onLeave()
      return !isSure
    },
    enableBeforeUnload: () => isDirty && !isSaved(),
    disabled: !isDirty,
  })
}
