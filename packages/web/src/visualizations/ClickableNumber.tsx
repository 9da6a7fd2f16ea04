import { t } from '@lingui/core/macro'
import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './ClickableNumber.module.css'
import type { PickedMark, RendererProps } from './visualization.ts'

interface ClickableNumberProps extends Pick<RendererProps<unknown>, 'onPick' | 'onInspect'> {
  mark: PickedMark
  /** Names the number for screen readers. */
  label: string
  children: ReactNode
}

/** A number that is the only mark of its visualization. */
export function ClickableNumber({ mark, label, onPick = null, onInspect = null, children }: ClickableNumberProps) {
  const onClick = onPick ?? onInspect
  if (onClick === null) return children
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has the button, which would hide the tooltips of the numbers.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className={styles.pickable}
      onClick={() => onClick(mark)}
      onContextMenu={(event) => {
        if (onInspect === null) return
        event.preventDefault()
        onInspect(mark)
      }}
    >
      {children}
      <UnstyledButton className={styles.pick} aria-label={onPick === null ? t`Rows behind ${label}` : t`Choose ${label}`} />
    </div>
  )
}
