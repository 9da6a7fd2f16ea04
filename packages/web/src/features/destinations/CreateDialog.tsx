import type { AdminDestination, DestinationDescriptor } from '@sightline/contract/destinations.ts'
import { useQuery } from '@tanstack/react-query'
import { MailWarning } from '../../app/MailWarning.tsx'
import { type ConfigureProps, type DoneProps, TypedCreation } from '../../app/TypedCreation.tsx'
import { useCreation } from '../../app/use-creation.ts'
import { ConfigureStep } from '../../ui/create-steps/ConfigureStep.tsx'
import { DoneStep } from '../../ui/create-steps/DoneStep.tsx'
import { NamedFields } from '../../ui/dynamic-form/NamedFields.tsx'
import { createDestination, destinationTypesQuery } from './api.ts'
import { useDestinationForm } from './destination-form.ts'
import { TestButton } from './TestButton.tsx'

/** Adds an alert destination in three steps: its type, its options, done. */
export const CreateDialog = ({ onClose }: { onClose(): void }) => (
  <TypedCreation
    title="Create a New Alert Destination"
    types={useQuery(destinationTypesQuery)}
    Configure={Configure}
    Done={Done}
    onClose={onClose}
  />
)

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
      {type.type === 'email' && <MailWarning feature="email destination" />}
      <NamedFields form={form} />
    </ConfigureStep>
  )
}

const Done = ({ created: { id, name }, onClose }: DoneProps<AdminDestination>) => (
  <DoneStep
    title={`${name} is added`}
    text="Send a test to see that it arrives. Alerts can notify it from now on."
    actions={<TestButton id={id} isDirty={false} />}
    onClose={onClose}
  />
)
