import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { localList } from '@sightline/domain/language/local.ts'
import { useState } from 'react'
import { DynamicForm } from './DynamicForm.tsx'
import type { UploadFile } from './field.ts'
import { collectValues, type FieldValue, type FormField, type FormValues, formErrors, initialValues } from './field.ts'

/** The fields of a record: its name, and the configuration of its type. */
export function NamedFields({ form, uploadFile }: { form: NamedForm; uploadFile?: UploadFile }) {
  return (
    <>
      <TextInput
        name="name"
        label={t`Name`}
        required
        autoComplete="off"
        data-autofocus
        error={form.errors.name ?? null}
        value={form.name}
        onChange={(event) => form.setName(event.currentTarget.value)}
      />
      <DynamicForm
        fields={form.fields}
        values={form.values}
        errors={form.errors}
        uploadFile={uploadFile}
        onChange={(name: string, value: FieldValue) => form.setValue(name, value)}
      />
    </>
  )
}

/**
 * The state of a form with a name and dynamic fields.
 * @param initialName the stored name; '' for a new record
 */
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
    /** The values to send; null if required fields are missing, which then show errors. */
    checked: (): { name: string; values: Record<string, unknown> } | null => {
      const found = { ...formErrors(fields, guarded.values), ...guarded.missing }
      if (name.trim() === '') found.name = t`This field is required.`
      setErrors(found)
      return Object.keys(found).length > 0 ? null : { name: name.trim(), values: collectValues(fields, guarded.values) }
    },
    saved: () => setIsDirty(false),
  }
}

export type NamedForm = Omit<ReturnType<typeof useNamedForm>, 'checked'>

/** A form whose stored secrets may have to be entered again. */
export interface GuardedForm {
  fields: FormField[]
  values: FormValues
  /** Error messages for secrets that have to be entered again, by field name. */
  missing: Record<string, string>
}

/**
 * Clears stored secrets when an endpoint field has changed: the server drops a secret that would be sent to another endpoint.
 * Secrets typed meanwhile stay, and changing the endpoint back restores the stored ones.
 */
export function clearMovedSecrets(fields: FormField[], values: FormValues): GuardedForm {
  const changed = fields.filter(({ name, isEndpoint, initial }) => isEndpoint && values[name] !== initial)
  const moved = fields.filter(({ name, isStoredSecret, initial }) => isStoredSecret && values[name] === initial)
  if (changed.length === 0 || moved.length === 0) return { fields, values, missing: {} }
  const names = new Set(moved.map(({ name }) => name))
  const labels = localList(changed.map(({ label }) => label))
  const note =
    changed.length === 1
      ? t`Enter it again, because ${labels} has changed.`
      : t`Enter it again, because ${labels} have changed.`
  return {
    fields: fields.map((field) => (names.has(field.name) ? { ...field, description: note } : field)),
    values: { ...values, ...Object.fromEntries([...names].map((name) => [name, ''])) },
    missing: Object.fromEntries([...names].map((name) => [name, note])),
  }
}
