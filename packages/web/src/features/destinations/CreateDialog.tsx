import type { AdminDestination, DestinationDescriptor } from '@sightline/contract/destinations.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { MailWarning } from '../../app/MailWarning.tsx'
import { useCreation } from '../../app/use-creation.ts'
import { ConfigureStep } from '../../ui/create-steps/ConfigureStep.tsx'
import { CreateSteps } from '../../ui/create-steps/CreateSteps.tsx'
import { DoneStep } from '../../ui/create-steps/DoneStep.tsx'
import { TypeStep } from '../../ui/create-steps/TypeStep.tsx'
import { NamedFields } from '../../ui/dynamic-form/NamedFields.tsx'
import { createDestination, destinationTypesQuery } from './api.ts'
import { useDestinationForm } from './destination-form.ts'
import { TestButton } from './TestButton.tsx'

/** Adds an alert destination in three steps: its type, its options, done. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const [type, setType] = useState<DestinationDescriptor | null>(null)
  const [created, setCreated] = useState<AdminDestination | null>(null)
  const { data: types = [], error } = useQuery(destinationTypesQuery)
  const step = created !== null ? 'done' : type !== null ? 'configuration' : 'type'
  return (
    <CreateSteps title="Create a New Alert Destination" step={step} onClose={onClose}>
      {created !== null ? (
        <DoneStep
          title={`${created.name} is added`}
          text="Send a test to see that it arrives. Alerts can notify it from now on."
          actions={<TestButton id={created.id} isDirty={false} />}
          onClose={onClose}
        />
      ) : type !== null ? (
        <Configure key={type.type} type={type} onBack={() => setType(null)} onCreated={setCreated} />
      ) : (
        <TypeStep
          types={types}
          error={error && (messageOf(error) ?? 'Something went wrong.')}
          onSelect={(chosen) => setType(chosen)}
          onClose={onClose}
        />
      )}
    </CreateSteps>
  )
}

interface ConfigureProps {
  type: DestinationDescriptor
  onBack(): void
  onCreated(destination: AdminDestination): void
}

const nothing = { name: '', options: {} }

function Configure({ type, onBack, onCreated }: ConfigureProps) {
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
