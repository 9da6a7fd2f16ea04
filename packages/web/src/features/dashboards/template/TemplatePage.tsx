import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { usePageTitle } from '../../../app/page-hooks.ts'
import { usePermission } from '../../../app/session.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { SEARCH_DEBOUNCE_MS } from '../../../ui/SearchBox.tsx'
import { dataSourcesQuery } from '../../data-sources/api.ts'
import { dashboardSearchQuery } from '../api.ts'
import styles from '../creation.module.css'
import { loadTemplate } from './copy-template.ts'
import { TemplateForm } from './TemplateForm.tsx'

const route = getRouteApi('/app/dashboards/template')

/** Makes a new dashboard like another one, on other data sources. The URL names the template by its slug. */
export function TemplatePage() {
  const { from } = route.useSearch()
  const navigate = route.useNavigate()
  const mayQuery = usePermission('create_query')
  const mayCreate = usePermission('create_dashboard')
  usePageTitle(t`New from Template`)
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>
        <Trans>New from Template</Trans>
      </h1>
      <p className={styles.about}>
        <Trans>
          Any dashboard can be a template. Its widgets, texts, tabs and parameters are copied, and so are its queries, to the
          data sources that you choose.
        </Trans>
      </p>
      {mayQuery && mayCreate ? (
        <div className={styles.card}>
          <TemplateSelect
            hasChosen={from !== undefined}
            onChoose={(slug) => void navigate({ search: { from: slug }, replace: true })}
          />
          {from !== undefined && <Chosen key={from} slug={from} />}
        </div>
      ) : (
        <Notice icon={warning}>
          <Trans>You need the permissions to create queries and dashboards for this.</Trans>
        </Notice>
      )}
    </div>
  )
}

const warning = <IconAlertTriangle size={16} stroke={1.75} aria-hidden />

function TemplateSelect({ hasChosen, onChoose }: { hasChosen: boolean; onChoose(slug: string): void }) {
  const [search, setSearch] = useState('')
  const [term] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS)
  const { data } = useQuery(dashboardSearchQuery(term))
  return (
    <Select
      label={hasChosen ? t`Another template` : t`Template`}
      placeholder={t`Find a dashboard by name…`}
      searchable
      value={null}
      searchValue={search}
      nothingFoundMessage={t`No dashboard has this name.`}
      // The server has filtered them already.
      filter={({ options }) => options}
      data={(data?.results ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
      onSearchChange={setSearch}
      onChange={(slug) => {
        if (slug === null) return
        setSearch('')
        onChoose(slug)
      }}
    />
  )
}

function Chosen({ slug }: { slug: string }) {
  const template = useQuery({
    queryKey: ['dashboards', 'template', slug],
    queryFn: ({ signal }) => loadTemplate(slug, signal),
    retry: false,
    staleTime: 0,
  })
  const sources = useQuery(dataSourcesQuery)
  const error = template.error ?? sources.error
  if (error !== null) return <Notice icon={warning}>{error.message}</Notice>
  if (template.data === undefined || sources.data === undefined)
    return (
      <p className={styles.loading} role="status">
        <Trans>Loading...</Trans>
      </p>
    )
  return <TemplateForm template={template.data} sources={sources.data} />
}
