import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, type ModalProps, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { currentOpener } from './opener.ts'

interface DialogProps extends ModalProps {
  /** Whether closing would lose changes. Escape, the close button and clicks outside then ask first; the own Cancel button does not. */
  isDirty?: boolean
}

/**
 * A modal dialog. It focuses the element with `data-autofocus`, else the first focusable one, and returns the focus to its opener
 * when it closes.
 */
export function Dialog({ children, isDirty = false, onClose, ...props }: DialogProps) {
  const [isAsking, setIsAsking] = useState(false)
  // Remembered as soon as the dialog opens: a menu that opened it is gone before the dialog is mounted.
  const [{ isOpen, opener }, setOpening] = useState<Opening>({ isOpen: false, opener: null })
  if (props.opened !== isOpen) setOpening({ isOpen: props.opened, opener: props.opened ? currentOpener() : opener })
  return (
    <Modal
      {...props}
      // While the confirmation is open, Escape belongs to it.
      closeOnEscape={props.closeOnEscape !== false && !isAsking}
      onClose={() => (isDirty ? setIsAsking(true) : onClose())}
    >
      <FocusHolder opener={opener} isOpen={isOpen} />
      {children}
      {isAsking && (
        <DiscardDialog
          onKeep={() => setIsAsking(false)}
          onDiscard={() => {
            setIsAsking(false)
            onClose()
          }}
        />
      )}
    </Modal>
  )
}

interface DiscardDialogProps {
  onKeep(): void
  onDiscard(): void
}

/** Asks before changes are discarded. */
export function DiscardDialog({ onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog opened attributes={{}} onClose={onKeep} title={t`Discard changes?`} size={400}>
      <p>
        <Trans>The changes have not been saved.</Trans>
      </p>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={onKeep}>
          <Trans>Keep Editing</Trans>
        </Button>
        <Button variant="danger-filled" onClick={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}

interface Opening {
  isOpen: boolean
  /** Gets the focus back when the dialog closes. */
  opener: HTMLElement | null
}

/** Holds the focus until the first field takes it, so that no key reaches the page behind, and returns it on close. */
function FocusHolder({ opener, isOpen }: Opening) {
  const holder = useRef<HTMLDivElement>(null)
  // Fallback if the opener is gone, such as another dialog that has returned its focus by now.
  const [focused] = useState(() => currentOpener())
  useEffect(() => {
    const element = holder.current
    const dialog = element?.closest('[role="dialog"]')
    if (!isOpen || !element || !dialog) return
    let last: HTMLElement = element
    // A menu that opened the dialog returns the focus to its button a moment later: the dialog takes it back.
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      if (dialog.contains(target)) last = target
      else if (target === opener) last.focus({ preventScroll: true })
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [opener, isOpen])
  useEffect(
    () => () => {
      // Modal returns the focus only if it was mounted closed, which most dialogs are not. An element that has taken the focus
      // meanwhile keeps it.
      if (document.activeElement !== document.body) return
      const place = opener?.isConnected ? opener : focused
      place?.focus({ preventScroll: true })
    },
    [opener, focused],
  )
  useEffect(() => {
    const element = holder.current
    const find = () => firstIn(element)
    // A user who types at once does not wait for the delay: focus the field now, and the letter goes into it.
    const onKeyDown = (event: KeyboardEvent) => {
      if (typesCharacter(event)) find()?.focus({ preventScroll: true })
    }
    element?.focus({ preventScroll: true })
    element?.addEventListener('keydown', onKeyDown)
    const stop = focusSoon(find)
    return () => {
      stop()
      element?.removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return <VisuallyHidden ref={holder} tabIndex={-1} data-autofocus data-focus-holder />
}

function firstIn(holder: HTMLElement | null): HTMLElement | null {
  // The user may have moved the focus meanwhile.
  if (holder === null || document.activeElement !== holder) return null
  const dialog = holder.closest('[role="dialog"]')
  const find = (selector: string) => dialog?.querySelector<HTMLElement>(selector) ?? null
  return find('[data-autofocus]:not([data-focus-holder])') ?? find('button, a[href], input, textarea, [tabindex="0"]')
}

/** Delay before the first field is focused, so that screen readers announce the title of the dialog first. */
const DIALOG_FOCUS_DELAY_MS = 100

/**
 * Focuses the first element of a dialog after a delay.
 * @param find returns that element; null if the user has moved the focus meanwhile
 * @returns cancels it
 */
export function focusSoon(find: () => Pick<HTMLElement, 'focus'> | null): () => void {
  const timer = setTimeout(() => find()?.focus({ preventScroll: true }), DIALOG_FOCUS_DELAY_MS)
  return () => clearTimeout(timer)
}

/** Whether a key press types a character. */
export const typesCharacter = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
