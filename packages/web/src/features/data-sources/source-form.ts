import { t } from '@lingui/core/macro'
import type { AdminDataSource, DataSourceFields, SourceDescriptor } from '@sightline/contract/data-sources.ts'
import { useMemo } from 'react'
import { configFields } from '../../ui/dynamic-form/config-fields.ts'
import type { FormField } from '../../ui/dynamic-form/field.ts'
import { useNamedForm } from '../../ui/dynamic-form/NamedForm.tsx'
import { storedUploads } from './uploads.ts'

/** The stored values that the form starts with. */
interface StoredValues {
  name: string
  options: Record<string, unknown>
  concurrency: number | null
  /** Seconds. */
  time_limit: number | null
  /** null if the type has no schema, or nothing is stored yet. */
  schema_refresh: AdminDataSource['schema_refresh']
}

/** Field names that no type option can have. */
const CONCURRENCY = ':concurrency'
const TIME_LIMIT = ':time_limit'
const REFRESHES_SCHEMA = ':refreshes_schema'

/** The fields of every data source in addition to the options of its type. */
const ownFields = ({ concurrency, time_limit, schema_refresh }: StoredValues): FormField[] => [
  numberField(
    CONCURRENCY,
    t`Queries at a Time`,
    t`How many queries run on this data source at once. Further queries wait. Leave empty for no limit.`,
    concurrency,
  ),
  numberField(
    TIME_LIMIT,
    t`Time Limit in Seconds`,
    t`Queries that take longer are stopped. Leave empty to use the limit of the server.`,
    time_limit,
  ),
  ...(schema_refresh === null ? [] : [refreshField(schema_refresh.is_on)]),
]

const refreshField = (initial: boolean): FormField => ({
  name: REFRESHES_SCHEMA,
  label: t`Refresh Schema Daily`,
  description: t`Refreshes the schema in the background for autocompletion. If this is off, it is refreshed when someone opens the editor and it is older than a week, or on request.`,
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

/** The form state of a new or stored data source. */
export function useSourceForm(type: SourceDescriptor, stored: StoredValues) {
  const fields = useMemo(
    () => [...configFields(type.configuration_schema, stored.options, storedUploads), ...ownFields(stored)],
    [type, stored],
  )
  const form = useNamedForm(fields, stored.name)
  return {
    ...form,
    /** The request body; null if fields are missing, which then show an error. */
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
