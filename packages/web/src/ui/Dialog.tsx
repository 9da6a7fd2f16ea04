import { Modal, type ModalProps, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { focusSoon, writes } from './dialog-focus.ts'

/** A dialog over the page. What carries `data-autofocus` in it takes the focus, else what comes first. */
export function Dialog({ children, ...props }: ModalProps) {
  return (
    <Modal {...props}>
      <FocusHolder />
      {children}
    </Modal>
  )
}

/** Holds the focus until the first field takes it, so that no key reaches the page behind. */
function FocusHolder() {
  const holder = useRef<HTMLDivElement>(null)
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
