import { t } from '@lingui/core/macro'
import type { PlugInVisualization } from '@sightline/contract/visualizations.ts'
import { type ComponentType, useState } from 'react'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { configFields } from '../../ui/dynamic-form/config-fields.ts'
import { DynamicForm } from '../../ui/dynamic-form/DynamicForm.tsx'
import { collectValues, type FieldValue, type FormField, initialValues } from '../../ui/dynamic-form/field.ts'
import { EditorTabs } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import { columnsOfKind, type PlugInOptions } from './options.ts'

type Schema = PlugInVisualization['options_schema']

/** The editor of a type: the form of its options. */
export function plugInEditor(schema: Schema): ComponentType<EditorProps<PlugInOptions>> {
  return function PlugInEditor({ options, columns, onChange }) {
    const fields = editorFields(schema, options, columns)
    // As typed: a cleared field stays empty while the default is drawn.
    const [values, setValues] = useState(() => initialValues(fields))
    const change = (name: string, value: FieldValue) => {
      setValues((now) => ({ ...now, [name]: value }))
      const isText = fields.some((field) => field.name === name && field.kind === 'text')
      onChange({ [name]: isText ? value : collectValues(fields, { [name]: value })[name] })
    }
    const form = <DynamicForm fields={fields} values={values} errors={{}} onChange={change} />
    return <EditorTabs tabs={[{ name: t`General`, content: form }]} />
  }
}

/** The fields of the form. Those for a column offer the columns of their kind, and the chosen one if the result has lost it. */
export function editorFields(schema: Schema, options: PlugInOptions, columns: readonly SourceColumn[]): FormField[] {
  return configFields(schema, options).map((field): FormField => {
    const kind = schema.properties[field.name]?.column
    if (kind === undefined) return field
    const initial = String(field.initial)
    const names = columnsOfKind(kind, columns).map(({ name }) => name)
    const offered = initial === '' || names.includes(initial) ? names : [...names, initial]
    return { ...field, kind: 'select', initial, choices: offered.map((name) => ({ value: name, label: name })) }
  })
}
