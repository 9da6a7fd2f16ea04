import { useState } from 'react'
import { collectValues, type FieldValue, type FormField, formErrors, initialValues } from './field.ts'
import { clearMovedSecrets } from './stored-secrets.ts'

/** The state of a form of a name and fields that are described by data. @param name what is stored; '' for a new record */
export function useNamedForm(fields: FormField[], initialName: string) {
  const [name, setName] = useState(initialName)
  const [values, setValues] = useState(() => initialValues(fields))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isDirty, setIsDirty] = useState(false)
  const guarded = clearMovedSecrets(fields, values)

  return {
    fields: guarded.fields,
    name,
    values: guarded.values,
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
    /** What is to be sent, or null when fields are missing, which then show it. */
    checked: (): { name: string; values: Record<string, unknown> } | null => {
      const found = { ...formErrors(fields, guarded.values), ...guarded.missing }
      if (name.trim() === '') found.name = 'This field is required.'
      setErrors(found)
      return Object.keys(found).length > 0 ? null : { name: name.trim(), values: collectValues(fields, guarded.values) }
    },
    saved: () => setIsDirty(false),
  }
}

export type NamedForm = Omit<ReturnType<typeof useNamedForm>, 'checked'>
