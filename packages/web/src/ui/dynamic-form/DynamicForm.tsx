import { Trans } from '@lingui/react/macro'
import { Checkbox, Collapse, NumberInput, PasswordInput, Select, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './DynamicForm.module.css'
import { FileField, UploadsField } from './FileFields.tsx'
import type { FieldValue, FormField, FormValues, UploadFile } from './field.ts'

/** A longer list of choices can be searched by typing. */
const SEARCHABLE_CHOICES = 20

interface DynamicFormProps {
  fields: FormField[]
  values: FormValues
  errors: Record<string, string>
  /** Required for fields of kind `uploads`. */
  uploadFile?: UploadFile | undefined
  onChange(name: string, value: FieldValue): void
}

/** The fields of a form that is described by data, such as the configuration of a data source type. */
export function DynamicForm({ fields, ...form }: DynamicFormProps) {
  const extra = fields.filter(({ isExtra }) => isExtra)
  const hasExtraError = extra.some(({ name }) => form.errors[name] !== undefined)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {rowsOf(fields.filter(({ isExtra }) => !isExtra)).map((row) => (
        <Row key={row.fields[0]?.name} row={row} {...form} />
      ))}
      {extra.length > 0 && (
        <div>
          <UnstyledButton className={styles.more} aria-expanded={isOpen || hasExtraError} onClick={() => setIsOpen(!isOpen)}>
            <IconChevronRight size={14} stroke={1.75} />
            <Trans>Additional Settings</Trans>
          </UnstyledButton>
          <Collapse expanded={isOpen || hasExtraError}>
            <div className={styles.extra}>
              {rowsOf(extra).map((row) => (
                <Row key={row.fields[0]?.name} row={row} {...form} />
              ))}
            </div>
          </Collapse>
        </div>
      )}
    </>
  )
}

interface FieldRow {
  layout: 'one' | 'host-port' | 'two'
  fields: FormField[]
}

/** Puts related short fields in one row: a host and its port, a user and their password. */
function rowsOf(fields: FormField[]): FieldRow[] {
  const rows: FieldRow[] = []
  for (const field of fields) {
    const before = rows.at(-1)
    const [only] = before?.layout === 'one' ? before.fields : []
    if (before && only?.kind === 'text' && /(^|_)port$/i.test(field.name)) {
      before.layout = 'host-port'
      before.fields.push(field)
    } else if (before && only?.kind === 'text' && /user/i.test(only.name) && field.kind === 'password') {
      before.layout = 'two'
      before.fields.push(field)
    } else rows.push({ layout: 'one', fields: [field] })
  }
  return rows
}

function Row({ row, ...form }: { row: FieldRow } & Omit<DynamicFormProps, 'fields'>) {
  return (
    <div className={styles.row} data-layout={row.layout}>
      {row.fields.map((field) => (
        <Field key={field.name} field={field} {...form} />
      ))}
    </div>
  )
}

function Field({ field, values, errors, uploadFile, onChange }: { field: FormField } & Omit<DynamicFormProps, 'fields'>) {
  const { name, label, description, isRequired } = field
  const change = (next: FieldValue) => onChange(name, next)
  const value = values[name] ?? field.initial
  const text = typeof value === 'string' ? value : ''
  const shared = {
    name,
    label,
    description,
    required: isRequired,
    error: errors[name] ?? null,
    inputWrapperOrder: ['label', 'input', errors[name] === undefined ? 'description' : 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  }
  switch (field.kind) {
    case 'text':
      return <TextInput {...shared} autoComplete="off" value={text} onChange={(event) => change(event.currentTarget.value)} />
    case 'textarea':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={4}
          maxRows={12}
          spellCheck={false}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )
    case 'password':
      return (
        <PasswordInput
          {...shared}
          autoComplete="new-password"
          value={text}
          // Select all, so that typing replaces the placeholder of a stored secret.
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )
    case 'number':
      return <NumberInput {...shared} allowDecimal={false} value={text} onChange={(next) => change(String(next))} />
    case 'checkbox':
      return (
        <Checkbox
          name={name}
          label={label}
          description={description}
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      )
    case 'select':
      return (
        <Select
          {...shared}
          data={field.choices}
          searchable={field.choices.length > SEARCHABLE_CHOICES}
          value={text || null}
          onChange={(next) => change(next ?? '')}
          clearable={!isRequired && text !== ''}
        />
      )
    case 'file':
      return (
        <FileField
          label={label}
          description={description}
          isRequired={isRequired}
          error={errors[name] ?? null}
          value={text}
          onChange={change}
        />
      )
    case 'uploads':
      if (uploadFile === undefined) return null
      return (
        <UploadsField
          label={label}
          isRequired={isRequired}
          error={errors[name] ?? null}
          files={Array.isArray(value) ? value : []}
          uploadFile={uploadFile}
          onChange={change}
        />
      )
  }
}
