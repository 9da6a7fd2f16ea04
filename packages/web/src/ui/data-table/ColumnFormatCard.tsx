import { t } from '@lingui/core/macro'
import { CloseButton, Popover } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import type { CellRectangle } from './CellPopover.tsx'
import styles from './ColumnFormatCard.module.css'
import cards from './ColumnProfileCard.module.css'

interface ColumnFormatCardProps {
  title: string
  /** Place of the head of the column. */
  at: CellRectangle
  /** The fields, which may still be loading. */
  children: ReactNode
  onClose(): void
}

/** The format of a column, below its head. Changes are seen at once. */
export const ColumnFormatCard = ({ title, at, children, onClose }: ColumnFormatCardProps) => (
  <Popover opened onDismiss={onClose} position="bottom-start" offset={2} trapFocus returnFocus withinPortal shadow="md">
    <Popover.Target>
      <div aria-hidden className={cards.target} style={{ ...at }} />
    </Popover.Target>
    <Popover.Dropdown className={cards.card} aria-label={t`Format of ${title}`}>
      <div className={styles.fields}>
        <div className={cards.head}>
          <span className={cards.title}>{title}</span>
          <CloseButton size="sm" aria-label={t`Close`} onClick={onClose} />
        </div>
        <Suspense fallback={null}>{children}</Suspense>
      </div>
    </Popover.Dropdown>
  </Popover>
)
