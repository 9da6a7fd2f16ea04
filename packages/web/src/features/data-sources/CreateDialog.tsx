import { Button } from '@mantine/core'
import type { AdminDataSource, TypeDescriptor } from '@sightline/contract/data-sources.ts'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ConfigureProps, type DoneProps, TypedCreation } from '../../app/TypedCreation.tsx'
import { useCreation } from '../../app/use-creation.ts'
import { ConfigureStep } from '../../ui/create-steps/ConfigureStep.tsx'
import { DoneStep } from '../../ui/create-steps/DoneStep.tsx'
import { NamedFields } from '../../ui/dynamic-form/NamedFields.tsx'
import { createDataSource, dataSourceTypesQuery } from './api.ts'
import { GuideLink } from './GuideLink.tsx'
import { type Sharing, SharingFields } from './SharingFields.tsx'
import { useSourceForm } from './source-form.ts'
import { useTestConnection } from './test-connection.ts'
import { uploadFile } from './uploads.ts'

/** Adds a data source in three steps: its type, its options, done. */
export const CreateDialog = ({ onClose }: { onClose(): void }) => (
  <TypedCreation
    title="Create a New Data Source"
    types={useQuery(dataSourceTypesQuery)}
    Configure={Configure}
    Done={Done}
    onClose={onClose}
  />
)

const nothing = { name: '', options: {}, concurrency: null, time_limit: null, schema_refresh: null }

function Configure({ type, onBack, onCreated }: ConfigureProps<TypeDescriptor, AdminDataSource>) {
  const form = useSourceForm(type, nothing)
  const [sharing, setSharing] = useState<Sharing | null>(null)
  const creation = useCreation({ create: createDataSource, listKey: ['data_sources', 'list'], onCreated })
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

function Done({ created: source, onClose }: DoneProps<AdminDataSource>) {
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
