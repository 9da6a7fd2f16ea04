import { type ListSearch, type ListState, listState } from '@sightline/domain/list-state.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ItemsPage } from '../ui/ItemsPage.tsx'
import type { ListColumn } from '../ui/ItemsTable.tsx'
import { NothingFound } from '../ui/NothingFound.tsx'
import { PageError } from './PageError.tsx'
import { usePageTitle } from './page-hooks.ts'
import { useSession } from './session.ts'

interface ClientListPageProps<Item> {
  title: string
  /** Placeholder of the search box. */
  searchLabel: string
  /** Links to the other lists; null for none. */
  navigation: ReactNode
  /** Where the search stands: in the sidebar, or above the items, as on settings pages. */
  searchPlace?: 'sidebar' | 'content'
  /** The button that creates an item. */
  action: ReactNode
  /** Shown between the title and the items. */
  notice?: ReactNode
  columns: ListColumn<Item>[]
  keyOf(item: Item): number | string
  result: UseQueryResult<Item[]>
  /** Searches, sorts and pages the items. */
  listed(items: Item[], list: ListState): { results: Item[]; count: number }
  /** Defaults for values that the URL does not set. */
  standard: { page_size: number; order: string }
  /** Shown if there are no items and nothing is searched for. */
  empty: ReactNode
}

/** A list page whose items are all in the browser: search, sorting and paging happen here, and their state is in the URL. */
export function ClientListPage<Item>({ result, listed, standard, empty, ...page }: ClientListPageProps<Item>) {
  const { client_config } = useSession()
  const search: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const list = listState(search, standard)
  usePageTitle(page.title)

  const go = (next: ListSearch, replace: boolean) => void navigate({ to: '.', search: next, replace })
  const clear = () => go({ ...search, q: undefined, page: undefined }, false)
  return (
    <ItemsPage
      {...page}
      // Loaded items stay visible if a reload fails.
      failure={result.isLoadingError ? <PageError error={result.error} onRetry={() => void result.refetch()} /> : null}
      items={result.data && listed(result.data, list)}
      isStale={false}
      tags={[]}
      pageSizes={[...new Set([...client_config.pageSizeOptions, standard.page_size])]}
      search={search}
      list={list}
      empty={list.q === '' ? empty : <NothingFound onClear={clear} />}
      onChange={go}
    />
  )
}
