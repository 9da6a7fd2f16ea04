import { Button, Group, Modal, type ModalProps, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

interface DialogProps extends ModalProps {
  /** Whether closing it would lose something. Escape and the like then ask first; its own Cancel does not. */
  isDirty?: boolean
}

/**
 * A dialog over the page. What carries `data-autofocus` in it takes the focus, else what comes first; what opened it has the focus
 * again when it is gone.
 */
export function Dialog({ children, isDirty = false, onClose, ...props }: DialogProps) {
  const [isAsking, setIsAsking] = useState(false)
  // What is focused when it is asked for: a menu from which that was done is gone before the dialog is there.
  const [{ isOpen, opener }, setOpening] = useState<Opening>({ isOpen: false, opener: null })
  if (props.opened !== isOpen)
    setOpening({ isOpen: props.opened, opener: props.opened ? openerOf(document.activeElement) : opener })
  return (
    <Modal
      {...props}
      // While it asks, Escape is an answer to the question.
      closeOnEscape={props.closeOnEscape !== false && !isAsking}
      onClose={() => (isDirty ? setIsAsking(true) : onClose())}
    >
      <FocusHolder opener={opener} />
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

/** Asks before changes are given up. */
export function DiscardDialog({ onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog opened onClose={onKeep} title="Discard changes?" size={400}>
      <p>The changes have not been saved.</p>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={onKeep}>
          Keep Editing
        </Button>
        <Button variant="danger-filled" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Dialog>
  )
}

interface Opening {
  isOpen: boolean
  /** Has the focus again at the end. */
  opener: HTMLElement | null
}

/** Holds the focus until the first field takes it, so that no key reaches the page behind, and gives it back at the end. */
function FocusHolder({ opener }: Pick<Opening, 'opener'>) {
  const holder = useRef<HTMLDivElement>(null)
  // What asked for the dialog may be gone, as another dialog is, which has given the focus back by now.
  const [focused] = useState(() => openerOf(document.activeElement))
  useEffect(
    () => () => {
      // Modal gives it back itself, but not where it is opened as soon as it is there, as most dialogs are. Whatever has taken it
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
    // Whoever types at once is not kept waiting: the letter goes where the focus then is.
    const onKeyDown = (event: KeyboardEvent) => {
      if (writes(event)) find()?.focus({ preventScroll: true })
    }
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
  // The reader may have gone on to something else by then.
  if (holder === null || document.activeElement !== holder) return null
  const dialog = holder.closest('[role="dialog"]')
  const find = (selector: string) => dialog?.querySelector<HTMLElement>(selector) ?? null
  return find('[data-autofocus]:not([data-focus-holder])') ?? find('button, a[href], input, textarea, [tabindex="0"]')
}

/** Milliseconds from the moment a dialog is there until its first field takes the focus: by then its title has been announced. */
export const DIALOG_FOCUS_DELAY_MS = 100

/**
 * Gives the focus to what a dialog begins with.
 * @param find what that is when the time has come; null where the reader has gone on meanwhile
 * @returns what to call when the dialog is gone before
 */
export function focusSoon(find: () => Pick<HTMLElement, 'focus'> | null): () => void {
  const timer = setTimeout(() => find()?.focus({ preventScroll: true }), DIALOG_FOCUS_DELAY_MS)
  return () => clearTimeout(timer)
}

/** Whether a key stands for a letter or sign, and for no command. */
export const writes = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** What opened a dialog, seen from where the focus then was: of an entry of a menu, which goes away, the menu's button. */
export function openerOf(focused: Element | null): HTMLElement | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement ? opener : null
}
