import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react'
import styles from './data-table.module.css'
import type { Page } from './pages.ts'

interface RowPagerProps {
  at: Page
  /** All rows. */
  total: number
  onPage(page: number): void
}

const button: ActionIconProps = { variant: 'subtle', color: 'gray', size: 24 }

/** Where in the table one is, and the way to its other pages. */
export function RowPager({ at: { page, lastPage, from, to }, total, onPage }: RowPagerProps) {
  const isFirst = page === 1
  const isLast = page === lastPage
  return (
    <nav className={styles.pager} aria-label="Pages">
      <ActionIcon {...button} aria-label="First page" disabled={isFirst} onClick={() => onPage(1)}>
        <IconChevronLeftPipe size={14} stroke={1.75} />
      </ActionIcon>
      <ActionIcon {...button} aria-label="Previous page" disabled={isFirst} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={14} stroke={1.75} />
      </ActionIcon>
      <span className={styles.range} aria-live="polite">
        {from.toLocaleString('en')}–{to.toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
      <ActionIcon {...button} aria-label="Next page" disabled={isLast} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={14} stroke={1.75} />
      </ActionIcon>
      <ActionIcon {...button} aria-label="Last page" disabled={isLast} onClick={() => onPage(lastPage)}>
        <IconChevronRightPipe size={14} stroke={1.75} />
      </ActionIcon>
    </nav>
  )
}
