import { Button } from '@mantine/core'
import type { AdminDataSource } from '@sightline/contract/data-sources.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { removeSample } from '../setup/api.ts'
import { dataSourcesQuery } from './api.ts'
import styles from './DataSourcePage.module.css'

/** Who uses a data source, and what is good to know about it. */
export function DataSourceAside({ source }: { source: AdminDataSource }) {
  const access = Object.values(source.groups)
  return (
    <aside className={styles.aside} aria-label="About this data source">
      <section className={styles.note}>
        <h2 className={styles.noteTitle}>Used by</h2>
        <dl className={styles.counts}>
          <dt>Groups with Full Access</dt>
          <dd>{access.filter((isViewOnly) => !isViewOnly).length}</dd>
          <dt>Groups with View Only</dt>
          <dd>{access.filter((isViewOnly) => isViewOnly).length}</dd>
        </dl>
      </section>
      {source.is_sample ? <SampleNote /> : <GoodToKnow />}
    </aside>
  )
}

function GoodToKnow() {
  return (
    <section className={styles.note}>
      <h2 className={styles.noteTitle}>Good to know</h2>
      <p className={styles.noteText}>
        Use a role that can only read. Passwords and keys are encrypted, and the form never shows a saved secret again.
      </p>
    </section>
  )
}

function SampleNote() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: removeSample,
    onSuccess: () => {
      cache.setQueryData(dataSourcesQuery.queryKey, (now) => now?.filter(({ is_sample }) => !is_sample))
      void cache.invalidateQueries()
      notify.success('Sample data removed.')
      void navigate({ to: '/data_sources' })
    },
    onError: (error) => notify.failure(error),
  })
  const ask = async () => {
    const isSure = await confirm({
      title: 'Remove sample data',
      text: 'This deletes the sample data source, its queries and its dashboard.',
      action: 'Remove',
      isDestructive: true,
    })
    if (isSure) remove.mutate()
  }
  return (
    <section className={styles.note}>
      <h2 className={styles.noteTitle}>Sample data</h2>
      <p className={styles.noteText}>Three million flights, a few queries and a dashboard, to try things out.</p>
      <Button variant="default" size="sm" mt={12} loading={remove.isPending} onClick={() => void ask()}>
        Remove sample data
      </Button>
    </section>
  )
}
