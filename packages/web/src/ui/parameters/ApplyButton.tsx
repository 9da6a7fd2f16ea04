import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ariaShortcut, ButtonKey, keyName } from '../keyboard.tsx'
import styles from './parameters.module.css'

interface ApplyButtonProps {
  /** Number of pending values. */
  count: number
  onApply(): void
}

/** The button that applies pending values; disabled if there are none. */
export function ApplyButton({ count, onApply }: ApplyButtonProps) {
  return (
    <Button
      className={styles.apply}
      variant="light"
      size="sm"
      disabled={count === 0}
      rightSection={<ButtonKey>{keyName('Ctrl')} ↵</ButtonKey>}
      aria-keyshortcuts={ariaShortcut('Enter')}
      onClick={onApply}
    >
      <Trans>Apply Changes</Trans>
      {count > 0 && <span className={styles.badge}>{count}</span>}
    </Button>
  )
}
