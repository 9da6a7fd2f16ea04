import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconDatabase, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { ApiError } from '../../api/error.ts'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { SettingsPage } from '../../app/SettingsPage.tsx'
import { usePermission } from '../../app/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton, TextLink } from '../../ui/LinkButton.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { PageHead } from '../../ui/SidebarPage.tsx'
import { NoCards, TypeCard, TypeCards } from '../../ui/type-cards/TypeCards.tsx'
import { dataSourcesQuery, dataSourceTypesQuery } from './api.ts'
import { CreateDialog } from './CreateDialog.tsx'

const forbidden = new ApiError(403, 'forbidden', '', null)

/** The data sources as cards, for admins. */
export function DataSourcesPage() {
  const isAdmin = usePermission('admin')
  usePageTitle(t`Data Sources`)
  if (!isAdmin) return <PageError error={forbidden} />
  return <DataSources />
}

/** The list with the dialog of a new data source over it. */
export function NewDataSourcePage() {
  const isAdmin = usePermission('admin')
  const navigate = useNavigate()
  usePageTitle(t`New Data Source`)
  if (!isAdmin) return <Navigate to="/data_sources" replace />
  return (
    <>
      <DataSources />
      <CreateDialog onClose={() => void navigate({ to: '/data_sources' })} />
    </>
  )
}

function DataSources() {
  const sources = useQuery(dataSourcesQuery)
  const types = useQuery(dataSourceTypesQuery)
  const typeOf = (type: string) => types.data?.find((one) => one.type === type)

  if (sources.error) return <PageError error={sources.error} onRetry={() => void sources.refetch()} />
  return (
    <SettingsPage>
      <PageHead
        title={
          <h1>
            <Trans>Data Sources</Trans>
          </h1>
        }
      >
        <LinkButton to="/data_sources/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
          <Trans>New Data Source</Trans>
        </LinkButton>
      </PageHead>
      {sources.data === undefined && <ListSkeleton rows={3} />}
      {sources.data?.length === 0 && (
        <NoCards>
          <EmptyState
            icon={<IconDatabase size={20} stroke={1.75} />}
            title={t`There are no data sources yet.`}
            help={
              <Trans>
                <TextLink to="/data_sources/new">Click here</TextLink> to add one.
              </Trans>
            }
          />
        </NoCards>
      )}
      <TypeCards>
        {sources.data?.map(({ id, name, type, paused }) => (
          <TypeCard
            key={id}
            name={name}
            type={`${typeOf(type)?.name ?? type}${paused === 0 ? '' : t` · paused`}`}
            logo={typeOf(type)?.logo ?? ''}
            link={(className, content) => (
              <Link to="/data_sources/$dataSourceId" params={{ dataSourceId: String(id) }} className={className}>
                {content}
              </Link>
            )}
          />
        ))}
      </TypeCards>
    </SettingsPage>
  )
}
