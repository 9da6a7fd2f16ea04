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
  /** The lists to choose from; null for this one alone. */
  navigation: ReactNode
  /** The button that makes a new item, where there is one. */
  action: ReactNode
  /** What stands between the title and the items. */
  notice?: ReactNode
  columns: ListColumn<Item>[]
  keyOf(item: Item): number | string
  result: UseQueryResult<Item[]>
  /** The items that the state of the list asks for: found, in order, one page of them. */
  listed(items: Item[], list: ListState): { results: Item[]; count: number }
  /** What holds where the address says nothing. */
  standard: { page_size: number; order: string }
  /** What stands for no items when nothing is searched for. */
  empty: ReactNode
}

/** A list of which the browser has all: it is searched, ordered and paged here, and its state is in the address. */
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
      // What is there stays when it cannot be had anew.
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
