import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { countText } from '@sightline/domain/format/units.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react'
import styles from './data-table.module.css'

interface RowPagerProps {
  at: Page
  /** Rows of the table, with the lines of subtotals. */
  total: number
  /** Whether there are subtotals; omitted for none. */
  hasSubtotals?: boolean
  onPage(page: number): void
}

const button: ActionIconProps = { variant: 'subtle', color: 'gray', size: 24 }

/** The current page and buttons to the other pages. */
export function RowPager({ at: { page, lastPage, from, to }, total, hasSubtotals = false, onPage }: RowPagerProps) {
  const isFirst = page === 1
  const isLast = page === lastPage
  return (
    <nav className={styles.pager} aria-label={t`Pages`}>
      <ActionIcon {...button} aria-label={t`First page`} disabled={isFirst} onClick={() => onPage(1)}>
        <IconChevronLeftPipe size={14} stroke={1.75} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={t`Previous page`} disabled={isFirst} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={14} stroke={1.75} />
      </ActionIcon>
      <span className={styles.range} aria-live="polite">
        <Trans>
          {rangeText(from, to, lastPage === total)} of {totalText(total, hasSubtotals)}
        </Trans>
      </span>
      <ActionIcon {...button} aria-label={t`Next page`} disabled={isLast} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={14} stroke={1.75} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={t`Last page`} disabled={isLast} onClick={() => onPage(lastPage)}>
        <IconChevronRightPipe size={14} stroke={1.75} />
      </ActionIcon>
    </nav>
  )
}

const rangeText = (from: number, to: number, isOneRow: boolean) =>
  isOneRow ? localNumber(from) : `${localNumber(from)}–${localNumber(to)}`

/** The number of rows, or of lines where some are subtotals. */
export const totalText = (total: number, hasSubtotals: boolean) =>
  hasSubtotals ? countText(total, 'line') : localNumber(total)

/** A page of the rows of a table. */
export interface Page {
  /** Counted from 1. */
  page: number
  lastPage: number
  /** First and last row of the page, counted from 1. */
  from: number
  to: number
}

/**
 * The page that contains a row.
 * @param row counted from 0
 * @param pageSize rows of a page
 * @returns null if one page holds all rows
 */
export function pageOf(row: number, pageSize: number, total: number): Page | null {
  if (total <= pageSize) return null
  const lastPage = Math.ceil(total / pageSize)
  const page = Math.min(Math.floor(Math.max(0, row) / pageSize) + 1, lastPage)
  return { page, lastPage, from: firstRowOf(page, pageSize) + 1, to: Math.min(page * pageSize, total) }
}

/** The first row of a page, counted from 0. */
export const firstRowOf = (page: number, pageSize: number) => (page - 1) * pageSize
