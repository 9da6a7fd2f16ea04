import { t } from '@lingui/core/macro'
import { MultiSelect } from '@mantine/core'
import {
  type AdminDataSource,
  type SourceCategory,
  type SourceDescriptor,
  sourceCategories,
} from '@sightline/contract/data-sources.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCreateForm } from '../../app/form-mutations.ts'
import { type ConfigureProps, TypedCreation } from '../../app/TypedCreation.tsx'
import { ConfigureStep } from '../../ui/create-steps/CreateSteps.tsx'
import { NamedFields } from '../../ui/dynamic-form/NamedForm.tsx'
import { groupsQuery } from '../groups/api.ts'
import { settingsQuery } from '../settings/api.ts'
import { createDataSource, dataSourceTypesQuery } from './api.ts'
import { GuideLink } from './GuideLink.tsx'
import { useSourceForm } from './source-form.ts'
import { uploadFile } from './uploads.ts'

const categoryTitles: Record<SourceCategory, string> = {
  database: t`Databases`,
  warehouse: t`Warehouses`,
  file: t`Files and Spreadsheets`,
  web: t`HTTP and APIs`,
  search: t`Search Engines`,
  time_series: t`Time Series`,
}
const categories = sourceCategories.map((category) => [category, categoryTitles[category]] as const)

/** Adds a data source in three steps: its type, its options, done. Its own page has what comes next, such as the test. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  return (
    <TypedCreation
      title={t`Create a New Data Source`}
      types={useQuery(dataSourceTypesQuery)}
      categories={categories}
      Configure={Configure}
      onCreated={({ id }) => void navigate({ to: '/data_sources/$dataSourceId', params: { dataSourceId: String(id) } })}
      onClose={onClose}
    />
  )
}

const nothing = { name: '', options: {}, concurrency: null, time_limit: null, schema_refresh: null }

function Configure({ type, onBack, onCreated }: ConfigureProps<SourceDescriptor, AdminDataSource>) {
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
      <GuideLink topic={type.guide} />
      <NamedFields form={form} uploadFile={uploadFile} />
      <SharingFields value={sharing} onChange={setSharing} />
    </ConfigureStep>
  )
}

/** Whether a group has view-only access, by group id. */
type Sharing = Record<string, boolean>

const WRAPPER_ORDER: ('label' | 'input' | 'description')[] = ['label', 'input', 'description']

interface SharingFieldsProps {
  /** null until it is changed: the default of the organization applies. */
  value: Sharing | null
  onChange(value: Sharing): void
}

/** The groups that may use a new data source; admins always may. */
function SharingFields({ value, onChange }: SharingFieldsProps) {
  const groups = useQuery(groupsQuery)
  const settings = useQuery(settingsQuery)
  if (!groups.data || !settings.data) return null
  const offered = groups.data.filter(({ type, name }) => type !== 'builtin' || name !== 'admin')
  const choices = offered.map(({ id, name }) => ({ value: String(id), label: name }))
  const usual = offered.find(({ type }) => type === 'builtin')
  const unchosen: Sharing = usual && settings.data.share_new_data_sources ? { [usual.id]: false } : {}
  const sharing = value ?? unchosen
  const groupsWith = (viewOnly: boolean) => Object.keys(sharing).filter((id) => sharing[id] === viewOnly)
  const change = (viewOnly: boolean) => (ids: string[]) => {
    const others = Object.entries(sharing).filter(([id, isViewOnly]) => isViewOnly !== viewOnly && !ids.includes(id))
    onChange(Object.fromEntries([...others, ...ids.map((id) => [id, viewOnly] as const)]))
  }
  const shared = { data: choices, searchable: true, inputWrapperOrder: WRAPPER_ORDER }
  return (
    <>
      <MultiSelect
        {...shared}
        label={t`Groups with Full Access`}
        description={t`Members can write and run queries. Admins always can.`}
        value={groupsWith(false)}
        onChange={change(false)}
      />
      <MultiSelect
        {...shared}
        label={t`Groups with View Only`}
        description={t`Members can only run queries that others have saved.`}
        value={groupsWith(true)}
        onChange={change(true)}
      />
    </>
  )
}
