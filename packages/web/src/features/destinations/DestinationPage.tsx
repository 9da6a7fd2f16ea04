import { Button } from '@mantine/core'
import type { AdminDestination, DestinationDescriptor, DestinationFields } from '@sightline/contract/destinations.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { MailWarning } from '../../app/MailWarning.tsx'
import { TypedEditPage, useEdited } from '../../app/TypedEditPage.tsx'
import { useSaving } from '../../app/use-saving.ts'
import { DeleteButton } from '../../ui/DeleteButton.tsx'
import { NamedFields } from '../../ui/dynamic-form/NamedFields.tsx'
import { EditCard } from '../../ui/edit-card/EditCard.tsx'
import { destinationQuery, destinationTypesQuery, updateDestination } from './api.ts'
import { DestinationAside } from './DestinationAside.tsx'
import { useDestinationForm } from './destination-form.ts'
import { TestButton } from './TestButton.tsx'
import { useRemoveDestination } from './use-remove-destination.ts'

const route = getRouteApi('/app/destinations/$destinationId')

/** One alert destination: its options, a test, and what depends on it. For admins. */
export function DestinationPage() {
  const edited = useEdited(route.useParams().destinationId)
  const enabled = edited.refusal === null
  return (
    <TypedEditPage
      edited={edited}
      kind="Alert Destination"
      list={
        <Link to="/destinations" activeOptions={{ exact: true }}>
          Alert Destinations
        </Link>
      }
      thing={useQuery({ ...destinationQuery(edited.id), enabled })}
      types={useQuery({ ...destinationTypesQuery, enabled })}
      form={(destination, type) => <EditForm key={destination.id} destination={destination} type={type} />}
      aside={({ id }, type) => <DestinationAside id={id} type={type} />}
    />
  )
}

function EditForm({ destination, type }: { destination: AdminDestination; type: DestinationDescriptor }) {
  const { id, name } = destination
  const form = useDestinationForm(type, destination)
  const removal = useRemoveDestination(destination)
  const saving = useSaving({
    checked: form.checked,
    save: (fields: DestinationFields) => updateDestination(id, fields),
    onSaved: form.saved,
    itemKey: destinationQuery(id).queryKey,
    listKey: ['destinations', 'list'],
  })
  return (
    <EditCard
      name={name}
      type={type}
      fields={
        <>
          {type.sends_mail && <MailWarning feature="email destination" />}
          <NamedFields form={form} />
        </>
      }
      actions={
        <>
          <Button type="submit" loading={saving.isPending}>
            Save
          </Button>
          <TestButton id={id} isDirty={form.isDirty} />
        </>
      }
      deletion={<DeleteButton isPending={removal.isPending} onClick={() => void removal.ask()} />}
      onSubmit={saving.submit}
    />
  )
}
