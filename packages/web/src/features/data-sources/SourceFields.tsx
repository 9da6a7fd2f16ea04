import { TextInput } from '@mantine/core'
import { DynamicForm } from '../../ui/dynamic-form/DynamicForm.tsx'
import type { FieldValue } from '../../ui/dynamic-form/field.ts'
import type { useSourceForm } from './source-form.ts'
import { uploadFile } from './uploads.ts'

/** The fields of a data source: its name, and the options of its type. */
export function SourceFields({ form }: { form: ReturnType<typeof useSourceForm> }) {
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
