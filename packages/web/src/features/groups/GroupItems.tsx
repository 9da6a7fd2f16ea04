import { listPageByName } from '@sightline/domain/list-page.ts'
import { activeOrder, type ListSearch, type ListState, listState, withOrder, withPage } from '@sightline/domain/list-state.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../app/session.ts'
import { pageLanguage } from '../../language/i18n.ts'
import blocks from '../../ui/blocks.module.css'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ItemsTable, type ListColumn } from '../../ui/ItemsTable.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { Paginator } from '../../ui/Paginator.tsx'

interface GroupItemsProps<Item> {
  label: string
  columns: ListColumn<Item>[]
  /** All items; undefined while loading. */
  items: readonly Item[] | undefined
  state: GroupListState
  empty: { icon: ReactNode; title: string }
}

/** The paged list of members or data sources of a group. */
export function GroupItems<Item extends { id: number; name: string }>(props: GroupItemsProps<Item>) {
  const { label, columns, items, state, empty } = props
  if (items === undefined) return <ListSkeleton rows={4} />
  if (items.length === 0)
    return (
      <div className={blocks.card}>
        <EmptyState {...empty} />
      </div>
    )
  const list: ListState = state.list
  const { results, count } = listPageByName(items, list, pageLanguage)
  return (
    <>
      <div className={blocks.card}>
        <ItemsTable
          label={label}
          columns={columns}
          items={results}
          keyOf={(item) => item.id}
          order={activeOrder(list)}
          onOrder={(order) => state.go(withOrder(state.search, order))}
          isStale={false}
        />
      </div>
      <Paginator
        page={list.page}
        pageSize={list.page_size}
        total={count}
        pageSizes={[]}
        onPage={(page) => state.go(withPage(state.search, page))}
      />
    </>
  )
}

/** The state of this list in the URL. */
export function useGroupList() {
  const { client_config } = useSession()
  const search: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    search,
    list: listState(search, { page_size: client_config.pageSize, order: 'name' }),
    pageSizes: client_config.pageSizeOptions,
    go: (next: ListSearch) => void navigate({ to: '.', search: next }),
  }
}
export type GroupListState = ReturnType<typeof useGroupList>
