import type { AdminDataSource, DataSourceFields, TypeDescriptor } from '@sightline/contract/data-sources.ts'
import { useMemo } from 'react'
import { configFields } from '../../ui/dynamic-form/config-fields.ts'
import type { FormField } from '../../ui/dynamic-form/field.ts'
import { useNamedForm } from '../../ui/dynamic-form/NamedForm.tsx'
import { storedUploads } from './uploads.ts'

/** What is stored before anything is changed. */
interface Stored {
  name: string
  options: Record<string, unknown>
  concurrency: number | null
  /** Seconds. */
  time_limit: number | null
  /** null where there is nothing to be read in the background, or nothing stored yet. */
  schema_refresh: AdminDataSource['schema_refresh']
}

/** No option of a type has such a name. */
const CONCURRENCY = ':concurrency'
const TIME_LIMIT = ':time_limit'
const REFRESHES_SCHEMA = ':refreshes_schema'

/** What Sightline adds to the options of every type. */
const ownFields = ({ concurrency, time_limit, schema_refresh }: Stored): FormField[] => [
  numberField(
    CONCURRENCY,
    'Queries at a Time',
    'How many queries run on this data source at once; the others wait. Empty for no limit.',
    concurrency,
  ),
  numberField(
    TIME_LIMIT,
    'Time Limit in Seconds',
    'A query that takes longer is stopped. Empty for as long as the server allows.',
    time_limit,
  ),
  ...(schema_refresh === null ? [] : [refreshField(schema_refresh.is_on)]),
]

const refreshField = (initial: boolean): FormField => ({
  name: REFRESHES_SCHEMA,
  label: 'Read Tables and Columns Daily',
  description: 'In the background, so that editors know them. Off: when somebody opens an editor after a week, or asks for it.',
  isRequired: false,
  isExtra: true,
  kind: 'checkbox',
  initial,
})

const numberField = (name: string, label: string, description: string, stored: number | null): FormField => ({
  name,
  label,
  description,
  isRequired: false,
  isExtra: true,
  kind: 'number',
  initial: stored === null ? '' : String(stored),
})

/** The state of the form of a data source, new or stored. */
export function useSourceForm(type: TypeDescriptor, stored: Stored) {
  const fields = useMemo(
    () => [...configFields(type.configuration_schema, stored.options, storedUploads), ...ownFields(stored)],
    [type, stored],
  )
  const form = useNamedForm(fields, stored.name)
  return {
    ...form,
    /** The payload, or null when fields are missing, which then show it. */
    checked: (): DataSourceFields | null => {
      const checked = form.checked()
      if (checked === null) return null
      const { [CONCURRENCY]: concurrency, [TIME_LIMIT]: timeLimit, [REFRESHES_SCHEMA]: refreshes, ...options } = checked.values
      return {
        name: checked.name,
        type: type.type,
        options,
        concurrency: numberOrNull(concurrency),
        time_limit: numberOrNull(timeLimit),
        ...(typeof refreshes === 'boolean' ? { refreshes_schema: refreshes } : {}),
      }
    },
  }
}

const numberOrNull = (value: unknown) => (value === undefined || value === null ? null : Number(value))
