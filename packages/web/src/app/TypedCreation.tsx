import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { messageOf } from '../api/error.ts'
import { CreateSteps } from '../ui/create-steps/CreateSteps.tsx'
import { type OfferedType, TypeStep } from '../ui/create-steps/TypeStep.tsx'

export interface ConfigureProps<Type, Created> {
  type: Type
  onBack(): void
  onCreated(created: Created): void
}

export interface DoneProps<Created> {
  created: Created
  onClose(): void
}

interface TypedCreationProps<Type extends OfferedType, Created> {
  title: string
  types: Pick<UseQueryResult<Type[]>, 'data' | 'error'>
  Configure: ComponentType<ConfigureProps<Type, Created>>
  Done: ComponentType<DoneProps<Created>>
  onClose(): void
}

/** The dialog that adds something of one of many types, in three steps: its type, its options, done. */
export function TypedCreation<Type extends OfferedType, Created>({
  title,
  types: { data: types = [], error },
  Configure,
  Done,
  onClose,
}: TypedCreationProps<Type, Created>) {
  const [type, setType] = useState<Type | null>(null)
  const [created, setCreated] = useState<Created | null>(null)
  const step = created !== null ? 'done' : type !== null ? 'configuration' : 'type'
  return (
    <CreateSteps title={title} step={step} onClose={onClose}>
      {created !== null ? (
        <Done created={created} onClose={onClose} />
      ) : type !== null ? (
        <Configure key={type.type} type={type} onBack={() => setType(null)} onCreated={(made) => setCreated(() => made)} />
      ) : (
        <TypeStep
          types={types}
          error={error && (messageOf(error) ?? 'Something went wrong.')}
          onSelect={(chosen) => setType(() => chosen)}
          onClose={onClose}
        />
      )}
    </CreateSteps>
  )
}
