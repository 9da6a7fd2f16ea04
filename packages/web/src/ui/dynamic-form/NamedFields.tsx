import { TextInput } from '@mantine/core'
import { DynamicForm, type UploadFile } from './DynamicForm.tsx'
import type { FieldValue } from './field.ts'
import type { NamedForm } from './use-named-form.ts'

/** The fields of a record of a type: its name, and the options of its type. */
export function NamedFields({ form, uploadFile }: { form: NamedForm; uploadFile?: UploadFile }) {
  return (
    <>
      <TextInput
        name="name"
        label="Name"
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
