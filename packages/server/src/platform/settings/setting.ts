import { z } from 'zod'

/** The documentation of a setting. */
export interface SettingFacts {
  /** Its effect and unit, in Markdown, with links relative to the reference page. */
  meaning: string
  /** The default in words, where it is not a fixed value. */
  otherwise?: string
  /** Whether it is a secret: then `<name>_FILE` can name a file that contains it. */
  isSecret?: true
}

/** The settings of one subject, by the names of their environment variables. */
export interface SettingArea {
  title: string
  settings: Record<string, z.ZodType>
}

const facts = z.registry<SettingFacts>()
const kinds = z.registry<{ kind: string }>()

/** Declares a setting: how its text is read, and what operators read about it. */
export function setting<Schema extends z.ZodType>(schema: Schema, about: SettingFacts): Schema {
  facts.add(schema, about)
  return schema
}

/** Names the kind of value that a schema reads, such as `URL`. */
export function ofKind<Schema extends z.ZodType>(kind: string, schema: Schema): Schema {
  kinds.add(schema, { kind })
  return schema
}

/** @throws Error if the setting was declared without them */
export function factsOf(name: string, schema: z.ZodType): SettingFacts {
  const known = facts.get(schema)
  if (known === undefined) throw new Error(`${name} is declared without a meaning.`)
  return known
}

/** The kind of value of a setting; `text` if any text will do. */
export function kindOf(schema: z.core.$ZodType): string {
  const known = kinds.get(schema)
  if (known !== undefined) return known.kind
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? kindOf(schema.unwrap()) : 'text'
}
