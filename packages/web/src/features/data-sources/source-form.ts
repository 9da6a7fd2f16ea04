import type { DataSourceFields, TypeDescriptor } from '@sightline/contract/data-sources.ts'
import { useMemo, useState } from 'react'
import { collectValues, type FieldValue, type FormField, formErrors, initialValues } from '../../ui/dynamic-form/field.ts'
import { configFields } from './config-fields.ts'

/** What is stored before anything is changed. */
interface Stored {
  name: string
  options: Record<string, unknown>
  concurrency: number | null
}

/** No option of a type has such a name. */
const CONCURRENCY = ':concurrency'

const concurrencyField = (stored: number | null): FormField => ({
  name: CONCURRENCY,
  label: 'Queries at a Time',
  description: 'How many queries run on this data source at once; the others wait. Empty for no limit.',
  isRequired: false,
  isExtra: true,
  kind: 'number',
  initial: stored === null ? '' : String(stored),
})

/** The state of the form of a data source, new or stored. */
export function useSourceForm(type: TypeDescriptor, stored: Stored) {
  const fields = useMemo(
    () => [...configFields(type.configuration_schema, stored.options), concurrencyField(stored.concurrency)],
    [type, stored],
  )
  const [name, setName] = useState(stored.name)
  const [values, setValues] = useState(() => initialValues(fields))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isDirty, setIsDirty] = useState(false)

  return {
    fields,
    name,
    values,
    errors,
    isDirty,
    setName: (next: string) => {
      setName(next)
      setIsDirty(true)
      setErrors(({ name: _, ...rest }) => rest)
    },
    setValue: (field: string, value: FieldValue) => {
      setValues((now) => ({ ...now, [field]: value }))
      setIsDirty(true)
      setErrors(({ [field]: _, ...rest }) => rest)
    },
    /** The payload, or null when fields are missing, which then show it. */
    checked: (): DataSourceFields | null => {
      const found = formErrors(fields, values)
      if (name.trim() === '') found.name = 'This field is required.'
      setErrors(found)
      if (Object.keys(found).length > 0) return null
      const { [CONCURRENCY]: concurrency = null, ...options } = collectValues(fields, values)
      return { name: name.trim(), type: type.type, options, concurrency: concurrency === null ? null : Number(concurrency) }
    },
    saved: () => setIsDirty(false),
  }
}
