import { Button } from '@mantine/core'
import type { AdminDataSource, TypeDescriptor } from '@sightline/contract/data-sources.ts'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { useCreation } from '../../app/use-creation.ts'
import { ConfigureStep } from '../../ui/create-steps/ConfigureStep.tsx'
import { CreateSteps } from '../../ui/create-steps/CreateSteps.tsx'
import { DoneStep } from '../../ui/create-steps/DoneStep.tsx'
import { TypeStep } from '../../ui/create-steps/TypeStep.tsx'
import { NamedFields } from '../../ui/dynamic-form/NamedFields.tsx'
import { createDataSource, dataSourceTypesQuery } from './api.ts'
import { GuideLink } from './GuideLink.tsx'
import { useSourceForm } from './source-form.ts'
import { useTestConnection } from './test-connection.ts'
import { uploadFile } from './uploads.ts'

/** Adds a data source in three steps: its type, its options, done. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const [type, setType] = useState<TypeDescriptor | null>(null)
  const [created, setCreated] = useState<AdminDataSource | null>(null)
  const { data: types = [], error } = useQuery(dataSourceTypesQuery)
  const step = created !== null ? 'done' : type !== null ? 'configuration' : 'type'
  return (
    <CreateSteps title="Create a New Data Source" step={step} onClose={onClose}>
      {created !== null ? (
        <Done source={created} onClose={onClose} />
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
  type: TypeDescriptor
  onBack(): void
  onCreated(source: AdminDataSource): void
}

const nothing = { name: '', options: {}, concurrency: null, time_limit: null, schema_refresh: null }

function Configure({ type, onBack, onCreated }: ConfigureProps) {
  const form = useSourceForm(type, nothing)
  const creation = useCreation({ create: createDataSource, listKey: ['data_sources', 'list'], onCreated })
  return (
    <ConfigureStep
      type={type}
      error={creation.error}
      isPending={creation.isPending}
      onBack={onBack}
      onSubmit={() => creation.submit(form.checked())}
    >
      <GuideLink type={type.type} />
      <NamedFields form={form} uploadFile={uploadFile} />
    </ConfigureStep>
  )
}

function Done({ source, onClose }: { source: AdminDataSource; onClose(): void }) {
  const navigate = useNavigate()
  const test = useTestConnection(source.id)
  return (
    <DoneStep
      title={`${source.name} is added`}
      text="Test the connection, or ask something right away."
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconPlugConnected size={16} stroke={1.75} />}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Test Connection
          </Button>
          <Button onClick={() => void navigate({ to: '/queries/new' })}>New Query</Button>
        </>
      }
      onClose={onClose}
    />
  )
}
