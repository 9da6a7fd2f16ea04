import { t } from '@lingui/core/macro'
import type { ConfigurationSchema } from '@sightline/contract/data-sources.ts'
import { SECRET_PLACEHOLDER } from '@sightline/contract/secret-placeholder.ts'
import { fieldTitle } from '@sightline/domain/names.ts'
import { timeZoneChoices } from '../time-zone.tsx'
import { type FormField, nameInGroup, type UploadedFile } from './field.ts'

type Property = ConfigurationSchema['properties'][string]

/** Reads the uploaded files that a stored option refers to. */
type ReadUploads = (value: unknown) => UploadedFile[]

/**
 * The form fields for the configuration of a type.
 * @param schema the configuration schema of the type
 * @param options the stored options; an empty object for a new record
 * @param readUploads reads uploaded files from an option, for types that have such
 */
export function configFields(
  schema: ConfigurationSchema,
  options: Record<string, unknown>,
  readUploads: ReadUploads = () => [],
): FormField[] {
  return fieldsOf(schema, options, readUploads)
}

/** The schema of a configuration, or of a group of options in it. */
type SchemaPart = Pick<ConfigurationSchema, 'properties' | 'required' | 'order' | 'extra_options' | 'endpoint_options'> & {
  secret?: string[] | undefined
}

function fieldsOf(form: SchemaPart, options: Record<string, unknown>, readUploads: ReadUploads): FormField[] {
  const { properties, required = [], order = [], extra_options = [], secret = [], endpoint_options = [] } = form
  const names = [
    ...order.filter((name) => name in properties),
    ...Object.keys(properties).filter((name) => !order.includes(name)),
  ]
  return names.flatMap((name) => {
    const property = properties[name]
    if (property === undefined) return []
    const isExtra = extra_options.includes(name)
    if (property.type === 'object') return groupFields(name, property, options[name], isExtra)
    const value = options[name] ?? property.default
    const isEndpoint = endpoint_options.includes(name)
    const described = {
      name,
      label: property.title ?? fieldTitle(name),
      description: property.description ?? null,
      isRequired: required.includes(name),
      isExtra,
      isEndpoint,
      isStoredSecret: secret.includes(name) && !isEndpoint && value === SECRET_PLACEHOLDER,
    }
    if (property.format === 'uploads') return [{ ...described, kind: 'uploads', initial: readUploads(value) }]
    return [{ ...described, ...controlOf(name, property, value, secret.includes(name)) }]
  })
}

/**
 * The fields of a group of options that may be omitted as a whole. None is required and none has a default, so that an untouched
 * group stays empty.
 */
function groupFields(
  group: string,
  { properties = {}, secret, endpoint_options }: Property,
  stored: unknown,
  isExtra: boolean,
): FormField[] {
  const plain = Object.fromEntries(Object.entries(properties).map(([name, { default: _, ...property }]) => [name, property]))
  const options = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  return fieldsOf({ properties: plain, secret, endpoint_options }, options, () => []).map((field) => ({
    ...field,
    name: nameInGroup(group, field.name),
    isExtra,
  }))
}

type Control = FormField extends infer Field
  ? Field extends FormField
    ? Pick<Field, Extract<keyof Field, 'kind' | 'initial' | 'choices'>>
    : never
  : never

function controlOf(name: string, property: Property, value: unknown, isSecret: boolean): Control {
  const text = value === undefined || value === null ? '' : String(value)
  if (property.type === 'boolean') return { kind: 'checkbox', initial: value === true }
  if (/File$/.test(name)) return { kind: 'file', initial: text }
  if (property.format === 'textarea') return { kind: 'textarea', initial: text }
  if (/password|passwd/i.test(name) || isSecret) return { kind: 'password', initial: text }
  if (property.format === 'time-zone') return { kind: 'select', initial: text, choices: sessionTimeZones(text) }
  const choices = choicesOf(property)
  if (choices !== null) return { kind: 'select', initial: text, choices }
  return { kind: property.type === 'number' ? 'number' : 'text', initial: text }
}

/** The choices of a session time zone: the organization's, then all by name. */
const sessionTimeZones = (chosen: string) => [
  { value: 'organization', label: t`Organization's time zone` },
  ...timeZoneChoices(chosen === '' || chosen === 'organization' ? null : chosen).map((value) => ({ value, label: value })),
]

function choicesOf({ enum: values, extendedEnum }: Property): { value: string; label: string }[] | null {
  if (extendedEnum) return extendedEnum.map(({ value, name }) => ({ value: String(value), label: name }))
  return values ? values.map((value) => ({ value: String(value), label: String(value) })) : null
}
