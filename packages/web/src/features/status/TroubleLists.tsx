import { t } from '@lingui/core/macro'
import type { QueryProblems } from '@sightline/contract/status.ts'
import { Link } from '@tanstack/react-router'
import blocks from '../../ui/blocks.module.css'
import { ItemsTable, type ListColumn } from '../../ui/ItemsTable.tsx'
import styles from './StatusPage.module.css'

type Slow = QueryProblems['slowest'][number]
type Failing = QueryProblems['failing'][number]

const QueryLink = ({ id, name }: { id: number; name: string }) => (
  <Link to="/queries/$queryId" params={{ queryId: String(id) }} className={blocks.link}>
    {name}
  </Link>
)

const slowColumns: ListColumn<Slow>[] = [
  { kind: 'custom', title: t`Query`, render: (query) => <QueryLink {...query} /> },
  { kind: 'duration', title: t`Runtime`, align: 'right', width: 120, value: ({ runtime }) => runtime },
  { kind: 'time-ago', title: t`Last Executed At`, width: 150, hideBelow: 600, value: ({ retrieved_at }) => retrieved_at },
]

const failingColumns: ListColumn<Failing>[] = [
  {
    kind: 'custom',
    title: t`Query`,
    render: ({ error, ...query }) => (
      <>
        <QueryLink {...query} />
        <span className={`${blocks.error} ${styles.error}`} title={error}>
          {error}
        </span>
      </>
    ),
  },
  { kind: 'custom', title: t`Failures`, align: 'right', width: 100, render: ({ failures }) => failures },
  { kind: 'time-ago', title: t`Last Failure`, width: 150, hideBelow: 600, value: ({ last_failed_at }) => last_failed_at },
]

/** The slowest and the failing queries. */
export function TroubleLists({ trouble }: { trouble: QueryProblems }) {
  return (
    <div className={styles.lists}>
      <TroubleList
        title={t`Slowest Queries`}
        columns={slowColumns}
        items={trouble.slowest}
        none={t`No query has a result yet.`}
      />
      <TroubleList
        title={t`Failing Queries, last ${trouble.hours} hours`}
        columns={failingColumns}
        items={trouble.failing}
        none={t`No query has failed.`}
      />
    </div>
  )
}

interface TroubleListProps<Item> {
  title: string
  columns: ListColumn<Item>[]
  items: Item[]
  none: string
}

function TroubleList<Item extends { id: number }>({ title, columns, items, none }: TroubleListProps<Item>) {
  return (
    <section aria-label={title}>
      <h2 className={blocks.title}>{title}</h2>
      <div className={blocks.card}>
        {items.length === 0 && <p className={`${blocks.none} ${styles.none}`}>{none}</p>}
        {items.length > 0 && (
          <ItemsTable
            label={title}
            columns={columns}
            items={items}
            keyOf={({ id }) => id}
            order=""
            onOrder={() => {}}
            isStale={false}
          />
        )}
      </div>
    </section>
  )
}
