import { t } from '@lingui/core/macro'
import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import styles from './comments.module.css'

interface CommentBadgeProps {
  /** The number of open threads. */
  open: number
  onOpen(): void
}

/** Says how many open threads something has, and opens them. */
export function CommentBadge({ open, onOpen }: CommentBadgeProps) {
  const text = open === 1 ? t`1 open comment thread` : t`${open} open comment threads`
  return (
    <Tooltip label={text}>
      <UnstyledButton className={styles.badge} aria-label={text} onClick={onOpen} data-no-drag data-unpictured>
        <IconMessage size={14} stroke={1.75} aria-hidden />
        {open}
      </UnstyledButton>
    </Tooltip>
  )
}
