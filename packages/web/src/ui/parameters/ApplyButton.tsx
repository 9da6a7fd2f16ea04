import { Button } from '@mantine/core'
import { ButtonKey } from '../Keys.tsx'
import { keyName } from '../key-names.ts'
import styles from './parameters.module.css'

interface ApplyButtonProps {
  /** How many values wait. */
  count: number
  onApply(): void
}

/** Applies the values that were typed; nothing while there are none. */
export function ApplyButton({ count, onApply }: ApplyButtonProps) {
  if (count === 0) return null
  return (
    <Button
      className={styles.apply}
      variant="light"
      size="sm"
      rightSection={<ButtonKey>{keyName('Ctrl')} ↵</ButtonKey>}
      onClick={onApply}
    >
      Apply Changes
      <span className={styles.badge}>{count}</span>
    </Button>
  )
}
