import { Button } from '@mantine/core'
import type { AdminDestination, DestinationDescriptor } from '@sightline/contract/destinations.ts'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ApiError, messageOf } from '../../api/error.ts'
import { MailWarning } from '../../app/MailWarning.tsx'
import { notify } from '../../app/notify.ts'
import { PageError } from '../../app/PageError.tsx'
import { SettingsPage } from '../../app/SettingsPage.tsx'
import { usePermission } from '../../app/session.tsx'
import { usePageTitle } from '../../app/title.ts'
import { NamedFields } from '../../ui/dynamic-form/NamedFields.tsx'
import { EditCard } from '../../ui/edit-card/EditCard.tsx'
import { EditColumns, EditPath } from '../../ui/edit-card/EditColumns.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { PageHead } from '../../ui/SidebarPage.tsx'
import { destinationQuery, destinationTypesQuery, updateDestination } from './api.ts'
import { DestinationAside } from './DestinationAside.tsx'
import { useDestinationForm } from './destination-form.ts'
import { TestButton } from './TestButton.tsx'
import { useRemoveDestination } from './use-remove-destination.ts'

const route = getRouteApi('/app/destinations/$destinationId')

/** One alert destination: its options, a test, and what depends on it. For admins. */
export function DestinationPage() {
  const { destinationId } = route.useParams()
  const isAdmin = usePermission('admin')
  const isNumber = /^\d{1,15}$/.test(destinationId)
  const destination = useQuery({ ...destinationQuery(Number(destinationId)), enabled: isAdmin && isNumber })
  const types = useQuery({ ...destinationTypesQuery, enabled: isAdmin })
  usePageTitle(destination.data?.name ?? 'Alert Destination')

  if (!isAdmin) return <PageError error={new ApiError(403, 'forbidden', '', null)} />
  if (!isNumber) return <PageError error={new ApiError(404, 'not_found', '', null)} />
  if (destination.error) return <PageError error={destination.error} onRetry={() => void destination.refetch()} />
  if (types.error) return <PageError error={types.error} onRetry={() => void types.refetch()} />
  const { data } = destination
  const type = types.data?.find((one) => one.type === data?.type)
  return (
    <SettingsPage>
      <PageHead
        title={
          <EditPath
            list={
              <Link to="/destinations" activeOptions={{ exact: true }}>
                Alert Destinations
              </Link>
            }
            name={data?.name}
          />
        }
      />
      {data === undefined || type === undefined ? (
        <ListSkeleton rows={4} />
      ) : (
        <EditColumns
          form={<EditForm key={data.id} destination={data} type={type} />}
          asideLabel="About this alert destination"
          aside={<DestinationAside id={data.id} type={type} />}
        />
      )}
    </SettingsPage>
  )
}

function EditForm({ destination, type }: { destination: AdminDestination; type: DestinationDescriptor }) {
  const { id, name } = destination
  const form = useDestinationForm(type, destination)
  const cache = useQueryClient()
  const removal = useRemoveDestination(destination)
  const save = useMutation({
    mutationFn: (fields: NonNullable<ReturnType<typeof form.checked>>) => updateDestination(id, fields),
    onSuccess: (saved) => {
      form.saved()
      cache.setQueryData(destinationQuery(id).queryKey, saved)
      void cache.invalidateQueries({ queryKey: ['destinations', 'list'] })
      notify.success('Saved.')
    },
    onError: (error) => notify.error(messageOf(error) ?? 'Failed saving.'),
  })
  return (
    <EditCard
      name={name}
      type={type}
      fields={
        <>
          {type.type === 'email' && <MailWarning feature="email destination" />}
          <NamedFields form={form} />
        </>
      }
      actions={
        <>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <TestButton id={id} isDirty={form.isDirty} />
        </>
      }
      deletion={
        <Button
          variant="danger"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          loading={removal.isPending}
          onClick={() => void removal.ask()}
        >
          Delete
        </Button>
      }
      onSubmit={() => {
        const fields = form.checked()
        if (fields !== null && !save.isPending) save.mutate(fields)
      }}
    />
  )
}
