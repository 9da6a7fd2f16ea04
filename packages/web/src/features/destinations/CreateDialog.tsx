import type { AdminDestination, DestinationDescriptor } from '@sightline/contract/destinations.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MailWarning } from '../../app/MailWarning.tsx'
import { type ConfigureProps, TypedCreation } from '../../app/TypedCreation.tsx'
import { useCreation } from '../../app/use-creation.ts'
import { ConfigureStep } from '../../ui/create-steps/ConfigureStep.tsx'
import { NamedFields } from '../../ui/dynamic-form/NamedFields.tsx'
import { createDestination, destinationTypesQuery } from './api.ts'
import { useDestinationForm } from './destination-form.ts'

/** Adds an alert destination in three steps: its type, its options, done. Its own page has what comes next, such as a test. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  return (
    <TypedCreation
      title="Create a New Alert Destination"
      types={useQuery(destinationTypesQuery)}
      Configure={Configure}
      onCreated={({ id }) => void navigate({ to: '/destinations/$destinationId', params: { destinationId: String(id) } })}
      onClose={onClose}
    />
  )
}

const nothing = { name: '', options: {} }

function Configure({ type, onBack, onCreated }: ConfigureProps<DestinationDescriptor, AdminDestination>) {
  const form = useDestinationForm(type, nothing)
  const creation = useCreation({ create: createDestination, listKey: ['destinations', 'list'], onCreated })
  return (
    <ConfigureStep
      type={type}
      error={creation.error}
      isPending={creation.isPending}
      onBack={onBack}
      onSubmit={() => creation.submit(form.checked())}
    >
      {type.sends_mail && <MailWarning feature="email destination" />}
      <NamedFields form={form} />
    </ConfigureStep>
  )
}
