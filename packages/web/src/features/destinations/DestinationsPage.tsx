import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminDestination, DestinationDescriptor } from '@sightline/contract/destinations.ts'
import { IconBell, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { ApiError } from '../../api/error.ts'
import { useCreateForm } from '../../app/form-mutations.ts'
import { MailWarning } from '../../app/MailWarning.tsx'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { SettingsPage } from '../../app/SettingsPage.tsx'
import { usePermission } from '../../app/session.ts'
import { type ConfigureProps, TypedCreation } from '../../app/TypedCreation.tsx'
import { ConfigureStep } from '../../ui/create-steps/CreateSteps.tsx'
import { NamedFields } from '../../ui/dynamic-form/NamedForm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { PageHead } from '../../ui/SidebarPage.tsx'
import { NoCards, TypeCard, TypeCards } from '../../ui/type-cards/TypeCards.tsx'
import { createDestination, destinationsQuery, destinationTypesQuery } from './api.ts'
import { useDestinationForm } from './destination-form.ts'

/** The alert destinations as cards. For admins. */
export function DestinationsPage() {
  const isAdmin = usePermission('admin')
  usePageTitle(t`Alert Destinations`)
  if (!isAdmin) return <PageError error={new ApiError(403, 'forbidden', '', null)} />
  return <Destinations />
}

/** The list, with the dialog for a new destination open. */
export function NewDestinationPage() {
  const isAdmin = usePermission('admin')
  const navigate = useNavigate()
  usePageTitle(t`New Alert Destination`)
  if (!isAdmin) return <Navigate to="/destinations" replace />
  return (
    <>
      <Destinations />
      <CreateDialog onClose={() => void navigate({ to: '/destinations' })} />
    </>
  )
}

function Destinations() {
  const destinations = useQuery(destinationsQuery)
  const types = useQuery(destinationTypesQuery)
  const typeOf = (type: string) => types.data?.find((one) => one.type === type)

  if (destinations.error) return <PageError error={destinations.error} onRetry={() => void destinations.refetch()} />
  return (
    <SettingsPage>
      <PageHead
        title={
          <h1>
            <Trans>Alert Destinations</Trans>
          </h1>
        }
      >
        <LinkButton to="/destinations/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
          <Trans>New Alert Destination</Trans>
        </LinkButton>
      </PageHead>
      {destinations.data === undefined && <ListSkeleton rows={3} />}
      {destinations.data?.length === 0 && (
        <NoCards>
          <EmptyState
            icon={<IconBell size={20} stroke={1.75} />}
            title={t`There are no alert destinations yet.`}
            help={t`Alerts and reports are sent to destinations, such as a channel, a mailbox or a webhook.`}
          />
        </NoCards>
      )}
      <TypeCards>
        {destinations.data?.map(({ id, name, type }) => (
          <TypeCard
            key={id}
            name={name}
            type={typeOf(type)?.name ?? type}
            logo={typeOf(type)?.logo ?? ''}
            link={(className, content) => (
              <Link to="/destinations/$destinationId" params={{ destinationId: String(id) }} className={className}>
                {content}
              </Link>
            )}
          />
        ))}
      </TypeCards>
    </SettingsPage>
  )
}

/** Creates an alert destination: choose its type, then its options. Then it opens the destination's page, which offers a test. */
function CreateDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  return (
    <TypedCreation
      title={t`Create a New Alert Destination`}
      types={useQuery(destinationTypesQuery)}
      Configure={Configure}
      onCreated={({ id }) => void navigate({ to: '/destinations/$destinationId', params: { destinationId: String(id) } })}
      onClose={onClose}
    />
  )
}

const noValues = { name: '', options: {} }

function Configure({ type, onBack, onCreated }: ConfigureProps<DestinationDescriptor, AdminDestination>) {
  const form = useDestinationForm(type, noValues)
  const creation = useCreateForm({ create: createDestination, listKey: ['destinations', 'list'], onCreated })
  return (
    <ConfigureStep
      type={type}
      error={creation.error}
      isPending={creation.isPending}
      onBack={onBack}
      onSubmit={() => creation.submit(form.checked())}
    >
      {type.sends_mail && <MailWarning feature={t`email destination`} />}
      <NamedFields form={form} />
    </ConfigureStep>
  )
}
