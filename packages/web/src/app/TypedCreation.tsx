import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { messageOf } from '../api/error.ts'
import { CreateSteps } from '../ui/create-steps/CreateSteps.tsx'
import type { OfferedType } from '../ui/create-steps/offered-types.ts'
import { TypeStep } from '../ui/create-steps/TypeStep.tsx'

export interface ConfigureProps<Type, Created> {
  type: Type
  onBack(): void
  onCreated(created: Created): void
}

interface TypedCreationProps<Type extends OfferedType, Created> {
  title: string
  types: Pick<UseQueryResult<Type[]>, 'data' | 'error'>
  /** The categories of the types in order, with the titles of their groups; none for a plain list. */
  categories?: readonly (readonly [category: string, title: string])[]
  Configure: ComponentType<ConfigureProps<Type, Created>>
  /** Called with the created record, to close the dialog. */
  onCreated(created: Created): void
  onClose(): void
}

/** The dialog that creates a record, such as a data source, in three steps: type, configuration, done. */
export function TypedCreation<Type extends OfferedType, Created>({
  title,
  types: { data: types = [], error },
  categories = [],
  Configure,
  onCreated,
  onClose,
}: TypedCreationProps<Type, Created>) {
  const [type, setType] = useState<Type | null>(null)
  const step = type !== null ? 'configuration' : 'type'
  return (
    <CreateSteps title={title} step={step} onClose={onClose}>
      {type !== null ? (
        <Configure key={type.type} type={type} onBack={() => setType(null)} onCreated={onCreated} />
      ) : (
        <TypeStep
          types={types}
          categories={categories}
          error={error && (messageOf(error) ?? t`Something went wrong.`)}
          onSelect={(chosen) => setType(() => chosen)}
          onClose={onClose}
        />
      )}
    </CreateSteps>
  )
}
