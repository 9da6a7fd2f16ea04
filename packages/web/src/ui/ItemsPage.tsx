import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { countText } from '@sightline/domain/format/units.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import {
  activeOrder,
  type ListSearch,
  type ListState,
  orderParts,
  withOrder,
  withPage,
  withPageSize,
  withSearch,
  withTags,
} from '@sightline/domain/list-state.ts'
import { selectTag } from '@sightline/domain/tags.ts'
import { IconHash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import styles from './ItemsPage.module.css'
import { ItemsTable, type ListColumn } from './ItemsTable.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { Paginator } from './Paginator.tsx'
import { SearchBox } from './SearchBox.tsx'
import { PageHead, SidebarPage, SideCaption } from './SidebarPage.tsx'
import { useReady } from './use-ready.ts'

interface ItemsPageProps<Item> {
  title: string
  /** Placeholder of the search box. */
  searchLabel: string
  /** The links of the sidebar. */
  navigation: ReactNode
  /** Where the search stands: in the sidebar, or above the items, as on settings pages. */
  searchPlace?: 'sidebar' | 'content'
  /** Links to further lists, between the title and the items. */
  lists?: ReactNode
  /** The button that creates an item. */
  action?: ReactNode
  /** Shown between the title and the items. */
  notice?: ReactNode
  columns: ListColumn<Item>[]
  keyOf(item: Item): number | string
  /** Replaces title and items if loading failed. The sidebar with the search stays. */
  failure?: ReactNode
  /** One page of items; undefined while the first one loads. */
  items: { results: Item[]; count: number } | undefined
  /** Whether newer items are loading. */
  isStale: boolean
  tags: { name: string; count: number }[]
  pageSizes: number[]
  /** The state of the list: as in the URL, and with defaults filled in. */
  search: ListSearch
  list: ListState
  /** Shown if there are no items. */
  empty: ReactNode
  /** `replace` changes the URL without a new history entry, as for each typed character of a search. */
  onChange(search: ListSearch, replace: boolean): void
}

/** The frame that all lists share: sidebar with search, lists and tags; the table in a card; pages below. */
export function ItemsPage<Item>(props: ItemsPageProps<Item>) {
  const {
    title,
    searchLabel,
    navigation,
    searchPlace = 'sidebar',
    lists,
    action,
    notice,
    failure,
    tags,
    list,
    search,
    onChange,
  } = props
  const searchBox = (
    <SearchBox value={list.q} placeholder={searchLabel} onSearch={(q) => onChange(withSearch(search, q), true)} />
  )
  return (
    <SidebarPage
      label={title}
      sidebar={
        <>
          {searchPlace === 'sidebar' && <div className={styles.search}>{searchBox}</div>}
          {navigation}
          {tags.length > 0 && (
            <>
              <SideCaption>
                <Trans>Tags</Trans>
              </SideCaption>
              <TagsFilter
                tags={tags}
                selected={list.tags}
                onChange={(selected) => onChange(withTags(search, selected), false)}
              />
            </>
          )}
        </>
      }
    >
      {failure ?? (
        <>
          <PageHead title={<h1>{title}</h1>}>{action}</PageHead>
          {notice}
          {lists}
          {searchPlace === 'content' && <div className={styles.above}>{searchBox}</div>}
          <ListStatus items={props.items} isStale={props.isStale} list={list} />
          <Items {...props} />
        </>
      )}
    </SidebarPage>
  )
}

/** Announces what a search, a filter, another order or another page has changed, but not the list that the page opens with. */
function ListStatus<Item>({ items, isStale, list }: Pick<ItemsPageProps<Item>, 'items' | 'isStale' | 'list'>) {
  const [first] = useState(list)
  const [hasChanged, setHasChanged] = useState(false)
  if (!hasChanged && !isSameList(list, first)) setHasChanged(true)
  return (
    <VisuallyHidden aria-live="polite">
      {hasChanged && items !== undefined && !isStale ? listStatus(items.count, list) : ''}
    </VisuallyHidden>
  )
}

/** Such as `3 found`, or `120 items, page 2 of 6, ordered by name, descending`. */
export function listStatus(count: number, list: ListState): string {
  if (list.q !== '') return t`${localNumber(count)} found`
  const pages = Math.max(1, Math.ceil(count / list.page_size))
  const orders = orderParts(activeOrder(list)).map(({ name, descending }) => {
    const title = name.replaceAll('_', ' ')
    return descending ? t`${title}, descending` : title
  })
  return [
    countText(count, 'item'),
    ...(pages > 1 ? [t`page ${list.page} of ${pages}`] : []),
    ...(orders.length > 0 ? [t`ordered by ${orders.join(t`, then `)}`] : []),
  ].join(', ')
}

const isSameList = (one: ListState, other: ListState) =>
  one.q === other.q &&
  one.page === other.page &&
  one.page_size === other.page_size &&
  one.order === other.order &&
  one.tags.join() === other.tags.join()

function Items<Item>({
  title,
  columns,
  keyOf,
  items,
  isStale,
  pageSizes,
  search,
  list,
  empty,
  onChange,
}: ItemsPageProps<Item>) {
  const isReady = useReady(items !== undefined)
  if (items === undefined || !isReady) return <ListSkeleton rows={8} />
  if (items.results.length === 0) return <div className={styles.card}>{empty}</div>
  return (
    <>
      <div className={styles.card}>
        <ItemsTable
          label={title}
          columns={columns}
          items={items.results}
          keyOf={keyOf}
          order={activeOrder(list)}
          // Search results are ordered by relevance, so sorting is off.
          onOrder={list.q === '' ? (order) => onChange(withOrder(search, order), false) : null}
          isStale={isStale}
        />
      </div>
      <Paginator
        page={list.page}
        pageSize={list.page_size}
        total={items.count}
        pageSizes={pageSizes}
        onPage={(page) => onChange(withPage(search, page), false)}
        onPageSize={(size) => onChange(withPageSize(search, size), false)}
      />
    </>
  )
}

interface TagsFilterProps {
  tags: { name: string; count: number }[]
  selected: string[]
  onChange(selected: string[]): void
}

/** The tags of a list with their counts. A click selects one; with Shift it adds or removes one. */
function TagsFilter({ tags, selected, onChange }: TagsFilterProps) {
  return (
    <fieldset className={styles.root} aria-label={t`Tags`}>
      {tags.map(({ name, count }) => (
        <button
          key={name}
          type="button"
          className={styles.tag}
          aria-pressed={selected.includes(name)}
          onClick={(event) => onChange(selectTag(selected, name, event.shiftKey))}
        >
          <IconHash size={14} stroke={1.75} aria-hidden />
          <span className={styles.name}>{name}</span>
          <span className={styles.count}>{count}</span>
        </button>
      ))}
    </fieldset>
  )
}
