import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import type { DataSource } from '@sightline/contract/data-sources.ts'
import { starterProblem } from '@sightline/domain/starter/sql.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageError } from '../../../app/PageError.tsx'
import { usePageTitle } from '../../../app/page-hooks.ts'
import { usePermission } from '../../../app/session.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { dataSourcesQuery, schemaQuery } from '../../data-sources/api.ts'
import styles from '../creation.module.css'
import { StarterForm } from './StarterForm.tsx'

const route = getRouteApi('/app/dashboards/starter')

/** Makes a dashboard of the columns of a table. The URL has the data source, the table, and the dashboard that gets the widgets. */
export function StarterPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayQuery = usePermission('create_query')
  const mayCreate = usePermission(search.dashboard === undefined ? 'create_dashboard' : 'edit_dashboard')
  const { data: sources, error, refetch } = useQuery(dataSourcesQuery)
  usePageTitle(t`Starter Dashboard`)
  if (error !== null && sources === undefined) return <PageError error={error} onRetry={() => void refetch()} />

  const usable = (sources ?? []).filter(({ view_only }) => view_only !== true)
  const source = usable.find(({ id }) => String(id) === search.source) ?? null
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>
        <Trans>Starter Dashboard</Trans>
      </h1>
      <p className={styles.about}>
        <Trans>
          Choose a table. Sightline looks at its columns and offers queries and charts, which you can change later like all
          others.
        </Trans>
      </p>
      {mayQuery && mayCreate ? (
        <div className={styles.card}>
          <Select
            label={t`Data Source`}
            placeholder={sources === undefined ? t`Loading…` : t`Choose a data source`}
            searchable
            value={source === null ? null : String(source.id)}
            nothingFoundMessage={t`There is no data source with this name that you may query.`}
            data={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) =>
              void navigate({ search: (now) => ({ ...now, source: id ?? undefined, table: undefined }), replace: true })
            }
          />
          {source !== null && (
            <TableChoice
              key={source.id}
              source={source}
              table={search.table}
              target={{ dashboard: search.dashboard, tab: search.tab }}
              onChoose={(table) => void navigate({ search: (now) => ({ ...now, table }), replace: true })}
            />
          )}
        </div>
      ) : (
        <Notice icon={<IconAlertTriangle size={16} stroke={1.75} aria-hidden />}>
          <Trans>You need the permissions to create queries and dashboards for this.</Trans>
        </Notice>
      )}
    </div>
  )
}

interface TableChoiceProps {
  source: DataSource
  table: string | undefined
  target: { dashboard: string | undefined; tab: string | undefined }
  onChoose(table: string | undefined): void
}

/** Chooses a table of a data source, unless no starter dashboard can be made of its tables. */
function TableChoice({ source, table, target, onChoose }: TableChoiceProps) {
  const dialect = source.dialects?.[0] ?? source.dialect
  const problem = starterProblem({ ...source, dialect }, source.type_name)
  const { data, error } = useQuery({ ...schemaQuery(source.id), enabled: problem === null })
  if (problem !== null) return <Notice icon={<IconAlertTriangle size={16} stroke={1.75} aria-hidden />}>{problem}</Notice>
  const failure = error?.message ?? (data !== undefined && 'error' in data ? data.error.message : null)
  if (failure !== null)
    return (
      <Notice icon={<IconAlertTriangle size={16} stroke={1.75} aria-hidden />}>
        <Trans>The tables could not be loaded: {failure}</Trans>
      </Notice>
    )
  const tables = data !== undefined && 'schema' in data ? data.schema : null
  const chosen = tables?.find(({ name }) => name === table) ?? null
  return (
    <>
      <Select
        label={t`Table`}
        placeholder={tables === null ? t`Loading…` : t`Choose a table`}
        searchable
        limit={200}
        value={chosen?.name ?? null}
        nothingFoundMessage={t`There is no table with this name.`}
        data={(tables ?? []).map(({ name }) => name)}
        onChange={(name) => onChoose(name ?? undefined)}
      />
      {chosen !== null && <StarterForm key={chosen.name} source={source} dialect={dialect} table={chosen} target={target} />}
    </>
  )
}
