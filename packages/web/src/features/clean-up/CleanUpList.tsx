import { plural, t } from '@lingui/core/macro'
import { Button, Checkbox, Select } from '@mantine/core'
import type { CleanUpOutcome } from '@sightline/contract/clean-up.ts'
import { IconSparkles } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lastPageFromError, messageOf } from '../../api/error.ts'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { useSession } from '../../app/session.ts'
import blocks from '../../ui/blocks.module.css'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ItemsTable, type ListColumn } from '../../ui/ItemsTable.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { ErrorPanel } from '../../ui/Notice.tsx'
import { Paginator } from '../../ui/Paginator.tsx'
import type { ListRequest } from './api.ts'
import styles from './CleanUpPage.module.css'
import type { Confirmation } from './consequences.ts'

const route = getRouteApi('/app/admin/clean_up')

interface Page<Item> {
  count: number
  results: Item[]
}

interface CleanUpListProps<Item> {
  /** Name of the list for screen readers. */
  label: string
  /** The choices of the threshold in months or runs; null if everything is listed. */
  least: { label: string; unit: 'month' | 'run'; choices: number[]; usual: number } | null
  read(request: ListRequest, signal: AbortSignal): Promise<Page<Item>>
  columns: ListColumn<Item>[]
  nameOf(item: Item): string
  action: {
    label: string
    /** For the toast, such as `3 archived`. */
    done(count: number): string
    confirmation(chosen: readonly Item[]): Confirmation
    run(ids: number[]): Promise<CleanUpOutcome>
  }
  /** Shown if there is nothing to clean up. */
  none: string
}

/** A list whose items can be selected and then archived, deleted or disabled together, after a confirmation. */
export function CleanUpList<Item extends { id: number }>(props: CleanUpListProps<Item>) {
  const { label, least, read, columns, nameOf, action, none } = props
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { client_config } = useSession()
  const cache = useQueryClient()
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const request = {
    page: search.page ?? 1,
    pageSize: search.page_size ?? client_config.pageSize,
    least: search.least ?? least?.usual ?? 1,
  }
  const list = useQuery({
    queryKey: ['clean_up', label, request],
    queryFn: ({ signal }) => read(request, signal),
    placeholderData: keepPreviousData,
    // The list changes by actions here and by other users.
    staleTime: 0,
  })
  const act = useMutation({
    mutationFn: action.run,
    onSuccess: (outcome) => notifyOutcome(outcome, action.done(outcome.done)),
    onError: (error) => notify.failure(error),
    // Actions remove items from this list and from others.
    onSettled: () => cache.invalidateQueries(),
  })

  const items = list.data?.results ?? []
  const chosen = items.filter(({ id }) => marked.has(id))
  const toggle = ({ id }: Item) =>
    setMarked((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const askAndAct = async () => {
    const isSure = await confirm({ ...action.confirmation(chosen), action: action.label, isDestructive: true })
    if (isSure) act.mutate(chosen.map(({ id }) => id))
  }

  const lastPage = lastPageFromError(list.error, request.pageSize)
  if (lastPage !== null) return <Navigate to="." search={{ ...search, page: lastPage > 1 ? lastPage : undefined }} replace />
  return (
    <>
      <div className={styles.bar}>
        {least !== null && (
          <Select
            size="sm"
            w={240}
            aria-label={least.label}
            data={[...new Set([...least.choices, request.least])]
              .sort((a, b) => a - b)
              .map((count) => ({
                value: String(count),
                label: `${least.label} ${least.unit === 'month' ? plural(count, { one: '# month', other: '# months' }) : plural(count, { one: '# run', other: '# runs' })}`,
              }))}
            value={String(request.least)}
            onChange={(value) => void navigate({ search: { ...search, least: Number(value), page: undefined } })}
          />
        )}
        <Checkbox
          label={t`Select all on this page`}
          checked={items.length > 0 && chosen.length === items.length}
          indeterminate={chosen.length > 0 && chosen.length < items.length}
          disabled={items.length === 0}
          onChange={() => setMarked(new Set(chosen.length === items.length ? [] : items.map(({ id }) => id)))}
        />
        <span className={blocks.none} role="status">
          {chosen.length > 0 && t`${chosen.length} chosen`}
        </span>
        <Button
          className={styles.push}
          size="sm"
          variant="danger"
          disabled={chosen.length === 0}
          loading={act.isPending}
          onClick={() => void askAndAct()}
        >
          {action.label}
        </Button>
      </div>
      {list.error !== null && <ErrorPanel lead={t`This list could not be loaded.`} text={messageOf(list.error) ?? ''} />}
      {list.error === null && list.data === undefined && <ListSkeleton rows={8} />}
      {list.data?.count === 0 && (
        <div className={blocks.card}>
          <EmptyState icon={<IconSparkles size={20} stroke={1.75} />} title={none} />
        </div>
      )}
      {list.data !== undefined && list.data.count > 0 && (
        <>
          <div className={blocks.card}>
            <ItemsTable
              label={label}
              columns={[
                {
                  kind: 'choice',
                  title: t`Selected`,
                  width: 36,
                  value: (item) => ({ name: nameOf(item), isChosen: marked.has(item.id) }),
                  onToggle: toggle,
                },
                ...columns,
              ]}
              items={items}
              keyOf={({ id }) => id}
              order=""
              onOrder={() => {}}
              isStale={list.isPlaceholderData}
            />
          </div>
          <Paginator
            page={request.page}
            pageSize={request.pageSize}
            total={list.data.count}
            pageSizes={client_config.pageSizeOptions}
            onPage={(page) => void navigate({ search: { ...search, page: page > 1 ? page : undefined } })}
            onPageSize={(page_size) => void navigate({ search: { ...search, page_size, page: undefined } })}
          />
        </>
      )}
    </>
  )
}

function notifyOutcome({ refused }: CleanUpOutcome, doneText: string): void {
  const [first] = refused
  if (first === undefined) notify.success(`${doneText}.`)
  else notify.warning(t`${doneText}, ${refused.length} unchanged.`, first.message)
}
