import { t } from '@lingui/core/macro'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog, focusSoon } from '../Dialog.tsx'
import { currentOpener } from '../opener.ts'
import { ON_PHONES } from '../phone.ts'
import styles from './comments.module.css'

interface SidePanelProps {
  title: string
  onClose(): void
  children: ReactNode
}

/** A panel at the right of the page, which stays usable beside it; a dialog in narrow windows. Escape closes it. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const isNarrow = useMediaQuery(ON_PHONES, false, { getInitialValueInEffect: false })
  if (isNarrow) {
    return (
      <Dialog opened onClose={onClose} title={title} fullScreen>
        {children}
      </Dialog>
    )
  }
  return (
    <Aside title={title} onClose={onClose}>
      {children}
    </Aside>
  )
}

function Aside({ title, onClose, children }: SidePanelProps) {
  const aside = useRef<HTMLElement>(null)
  const [opener] = useState(currentOpener)
  useEffect(() => {
    // After the menu that opened the panel has returned the focus to its button. The user may be in the panel by then.
    const stop = focusSoon(() => (aside.current?.contains(document.activeElement) ? null : aside.current))
    return () => {
      stop()
      if (document.activeElement === document.body && opener?.isConnected) opener.focus({ preventScroll: true })
    }
  }, [opener])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys in a menu or a dialog that was opened from the panel bubble to it in React.
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key === 'Escape' && isHere && !event.defaultPrevented) onClose()
  }
  return (
    <aside ref={aside} className={styles.aside} aria-label={title} tabIndex={-1} onKeyDown={onKeyDown} data-unpictured>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Tooltip label={t`Close`}>
          <ActionIcon aria-label={t`Close comments`} onClick={onClose}>
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
      {children}
    </aside>
  )
}
