import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { OwnRun } from '@sightline/contract/query-history.ts'
import { urlQueryOf } from '@sightline/domain/parameters/url-values.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePermission } from '../../../app/session.ts'
import { useFormats } from '../../../app/use-formats.ts'
import { filteredData } from '../../../results/result-filters.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { ErrorPanel } from '../../../ui/Notice.tsx'
import { VisualizationView } from '../../../visualizations/VisualizationView.tsx'
import { resultQuery } from '../../executions/api.ts'
import { runName } from './outcome-text.ts'
import styles from './RunHistoryPage.module.css'
import { ownValuesText, ranParameters } from './run-values.ts'

/** One run: its data source, values, text as it ran and stored result, and the ways to go on with it. */
export default function RunDialog({ run, onClose }: { run: OwnRun; onClose(): void }) {
  const { query, text, data_source, result_id, error, parameters } = run
  const values = ownValuesText(run, useFormats())
  const canCreate = usePermission('create_query')
  return (
    <Dialog opened onClose={onClose} title={runName(run)} size={860}>
      <div className={styles.actions}>
        {canCreate && text !== null && data_source !== null && (
          <LinkButton to="/queries/new" state={{ newQuery: { text, dataSourceId: data_source.id } }} size="sm">
            <Trans>Open as New Query</Trans>
          </LinkButton>
        )}
        {query !== null && (
          <LinkButton
            to="/queries/$queryId"
            params={{ queryId: String(query.id) }}
            search={urlQueryOf(ranParameters(query.parameters, parameters))}
            variant="default"
            size="sm"
          >
            <Trans>Open Query</Trans>
          </LinkButton>
        )}
        {text !== null && <CopyButton text={text} />}
      </div>
      <dl className={styles.facts}>
        <dt>{t`Data Source`}</dt>
        <dd>{data_source?.name ?? t`No access`}</dd>
        {values !== '' && (
          <>
            <dt>{t`Values`}</dt>
            <dd>{values}</dd>
          </>
        )}
      </dl>
      {text !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard.
        <pre className={styles.whole} tabIndex={0}>
          {text}
        </pre>
      )}
      {error !== '' && <ErrorPanel lead={t`Error running query:`} text={error} />}
      {result_id === null ? error === '' && <NoResult run={run} /> : <StoredResult id={result_id} />}
    </Dialog>
  )
}

function NoResult({ run }: { run: OwnRun }) {
  const reason =
    run.data_source === null
      ? t`You no longer have access to the data source of this run.`
      : t`There is no result of this run, or it is no longer stored.`
  return <p className={styles.note}>{reason}</p>
}

function StoredResult({ id }: { id: number }) {
  const { data, isError } = useQuery({ ...resultQuery(id), retry: false })
  const formats = useFormats()
  const load = useMemo(() => data && filteredData(data, [], sessionReader), [data])
  if (isError)
    return (
      <p className={styles.note}>
        <Trans>The result could not be loaded.</Trans>
      </p>
    )
  if (data === undefined || load === undefined)
    return (
      <p className={styles.note}>
        <Trans>Loading...</Trans>
      </p>
    )
  return (
    <div className={styles.result}>
      <VisualizationView
        visualization={table}
        loadData={load}
        columns={data.result.columns}
        formats={formats}
        refreshKey={id}
      />
    </div>
  )
}

const table = { type: 'TABLE', name: t`Result`, options: {} }
