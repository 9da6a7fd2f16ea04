import { Pagination, Select } from '@mantine/core'
import { normalizePage } from '@sightline/domain/list-state.ts'
import styles from './Paginator.module.css'

interface PaginatorProps {
  page: number
  pageSize: number
  /** Items in all pages. */
  total: number
  /** Sizes on offer; the present one is added where it is missing. */
  pageSizes: number[]
  onPage(page: number): void
  /** Left out where the size is chosen elsewhere. */
  onPageSize?(size: number): void
}

/** What of a list is shown, how many per page, and the way to other pages, which is hidden when all items fit. */
export function Paginator({ pageSizes, onPage, onPageSize, ...asked }: PaginatorProps) {
  const { page, pageSize, total, lastPage } = normalizePage(asked)
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <div className={styles.root}>
      <span className={styles.range}>
        {first}–{last} of {total}
      </span>
      {onPageSize && <PageSizeSelect value={pageSize} sizes={pageSizes} onChange={onPageSize} />}
      {total > pageSize && (
        <Pagination
          total={lastPage}
          value={page}
          onChange={onPage}
          gap={2}
          getControlProps={(control) => ({ 'aria-label': control === 'previous' ? 'Previous page' : 'Next page' })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </div>
  )
}

interface PageSizeSelectProps {
  value: number
  sizes: number[]
  onChange(size: number): void
}

/** How many items of a list stand on a page. */
export function PageSizeSelect({ value, sizes, onChange }: PageSizeSelectProps) {
  const all = [...new Set([...sizes, value])].sort((a, b) => a - b)
  return (
    <Select
      size="sm"
      w={104}
      aria-label="Results per page"
      data={all.map((size) => ({ value: String(size), label: `${size} results` }))}
      value={String(value)}
      onChange={(size) => size !== null && onChange(Number(size))}
    />
  )
}
