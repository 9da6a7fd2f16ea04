import type { OptionField, VisualizationField } from '@sightline/contract/plug-in.ts'
import { z } from 'zod'

/** A field of any kind of type. */
type Field = OptionField & Pick<VisualizationField, 'column'>

/** The schema of the options that a plug-in declares as fields. */
export const optionsSchema = (fields: Readonly<Record<string, Field>>): z.ZodObject =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])))

function fieldSchema(field: Field): z.ZodType {
  const { title, secret, keepsSecrets, column, required = false } = field
  const meta = {
    ...(title ? { title } : {}),
    ...(secret ? { secret } : {}),
    ...(keepsSecrets ? { endpoint: false } : {}),
    ...(column ? { column } : {}),
  }
  const value = valueSchema(field, required)
  if (field.default !== undefined) return value.default(field.default).meta(meta)
  return (required ? value : value.optional()).meta(meta)
}

function valueSchema({ type, choices }: OptionField, isRequired: boolean): z.ZodType {
  if (type === 'number') return z.number()
  if (type === 'boolean') return z.boolean()
  if (choices === undefined) return isRequired ? z.string().min(1) : z.string()
  const extendedEnum = Object.entries(choices).map(([value, name]) => ({ value, name }))
  return z.enum(Object.keys(choices)).meta({ extendedEnum })
}
