import type { AdminDataSource, TypeDescriptor } from '@sightline/contract/data-sources.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCreateForm } from '../../app/form-mutations.ts'
import { type ConfigureProps, TypedCreation } from '../../app/TypedCreation.tsx'
import { ConfigureStep } from '../../ui/create-steps/CreateSteps.tsx'
import { NamedFields } from '../../ui/dynamic-form/NamedForm.tsx'
import { createDataSource, dataSourceTypesQuery } from './api.ts'
import { GuideLink } from './GuideLink.tsx'
import { type Sharing, SharingFields } from './SharingFields.tsx'
import { useSourceForm } from './source-form.ts'
import { uploadFile } from './uploads.ts'

/** Adds a data source in three steps: its type, its options, done. Its own page has what comes next, such as the test. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  return (
    <TypedCreation
      title="Create a New Data Source"
      types={useQuery(dataSourceTypesQuery)}
      Configure={Configure}
      onCreated={({ id }) => void navigate({ to: '/data_sources/$dataSourceId', params: { dataSourceId: String(id) } })}
      onClose={onClose}
    />
  )
}

const nothing = { name: '', options: {}, concurrency: null, time_limit: null, schema_refresh: null }

function Configure({ type, onBack, onCreated }: ConfigureProps<TypeDescriptor, AdminDataSource>) {
  const form = useSourceForm(type, nothing)
  const [sharing, setSharing] = useState<Sharing | null>(null)
  const creation = useCreateForm({ create: createDataSource, listKey: ['data_sources', 'list'], onCreated })
  return (
    <ConfigureStep
      type={type}
      error={creation.error}
      isPending={creation.isPending}
      onBack={onBack}
      onSubmit={() => {
        const fields = form.checked()
        creation.submit(fields && { ...fields, ...(sharing ? { groups: sharing } : {}) })
      }}
    >
      <GuideLink type={type.type} />
      <NamedFields form={form} uploadFile={uploadFile} />
      <SharingFields value={sharing} onChange={setSharing} />
    </ConfigureStep>
  )
}
