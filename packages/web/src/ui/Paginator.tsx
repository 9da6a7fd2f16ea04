import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, Pagination } from '@mantine/core'
import { normalizePage } from '@sightline/domain/list-state.ts'
import styles from './Paginator.module.css'

interface PaginatorProps {
  page: number
  pageSize: number
  /** Items in all pages. */
  total: number
  /** Page sizes to choose from; the current one is added if missing. */
  pageSizes: number[]
  onPage(page: number): void
  /** Omitted if the size is chosen elsewhere on the page. */
  onPageSize?(size: number): void
}

/** The shown range of a list, its page size, and links to other pages, which are hidden if all items fit on one. */
export function Paginator({ pageSizes, onPage, onPageSize, ...request }: PaginatorProps) {
  const { page, pageSize, total, lastPage } = normalizePage(request)
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <div className={styles.root}>
      <span className={styles.range}>
        <Trans>
          {pageSize === 1 ? page : `${first}–${last}`} of {total}
        </Trans>
      </span>
      {onPageSize && <PageSizeSelect value={pageSize} sizes={pageSizes} onChange={onPageSize} />}
      {total > pageSize && (
        <Pagination
          total={lastPage}
          value={page}
          onChange={onPage}
          gap={2}
          // A list of single items stands in a widget, which may be narrow.
          siblings={pageSize === 1 ? 0 : 1}
          getControlProps={(control) => ({ 'aria-label': control === 'previous' ? t`Previous page` : t`Next page` })}
          getItemProps={(item) => ({ 'aria-label': t`Page ${item}` })}
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

/** Selects the page size of a list. It is the browser's own control, because every list loads the code of this one. */
export function PageSizeSelect({ value, sizes, onChange }: PageSizeSelectProps) {
  const all = [...new Set([...sizes, value])].sort((a, b) => a - b)
  return (
    <NativeSelect
      size="sm"
      w={148}
      aria-label={t`Results per page`}
      data={all.map((size) => ({ value: String(size), label: t`${size} results` }))}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}
