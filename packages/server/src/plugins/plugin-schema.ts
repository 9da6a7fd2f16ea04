import { columnKinds, sourceCategories } from '@sightline/contract/data-sources.ts'
import type {
  ContractVersion,
  DataSourceType,
  DestinationType,
  OptionField,
  VisualizationField,
  VisualizationType,
} from '@sightline/contract/plug-in.ts'
import { z } from 'zod'

/** The version of the contract that this release keeps. */
export const CONTRACT: ContractVersion = 1

/** The part of a plug-in's `package.json` that is read. `main` is the entry module. */
export const Manifest = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  main: z.string().min(1).default('index.js'),
  sightline: z.object({ contract: z.int() }),
})
export type Manifest = z.output<typeof Manifest>

const method = <Method>(name: string) =>
  z.custom<Method>((value) => typeof value === 'function', { error: `must be a function, ${name}()` })

const fieldFacts = {
  type: z.enum(['string', 'number', 'boolean']),
  title: z.string().min(1).optional(),
  required: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  choices: z
    .record(z.string(), z.string())
    .refine((choices) => Object.keys(choices).length > 0, 'must have at least one choice')
    .optional(),
}

type FieldFacts = z.output<z.ZodObject<typeof fieldFacts>>

// The rules of all fields, as arguments of `refine`.
const choicesAreTexts = [
  ({ type, choices }: FieldFacts) => !choices || type === 'string',
  'only a string can have choices',
] as const
const defaultFits = [
  (field: FieldFacts) => field.default === undefined || typeof field.default === field.type,
  'has a default of another type',
] as const

const Field = z
  .strictObject({ ...fieldFacts, secret: z.boolean().optional(), keepsSecrets: z.boolean().optional() })
  .refine(...choicesAreTexts)
  .refine(...defaultFits)
  .refine(({ type, secret }) => !secret || type === 'string', 'only a string can be a secret')

const ColumnField = z
  .strictObject({ ...fieldFacts, column: z.enum(columnKinds).optional() })
  .refine(...choicesAreTexts)
  .refine(...defaultFits)
  .refine(({ type, column }) => !column || type === 'string', 'only a string can be a column')
  .refine((field) => !field.column || (!field.choices && field.default === undefined), 'a column has no choices and no default')

const SVG = /^\s*<(svg|\?xml)[\s>]/

const names = {
  type: z.string().regex(/^[a-z][a-z0-9_-]{0,99}$/, 'must be lower-case letters, digits, - and _, starting with a letter'),
  name: z.string().min(1),
}

const fieldsOf = <Type>(field: z.ZodType<Type>) => z.record(z.string().regex(/^[A-Za-z]\w*$/), field)

const facts = {
  ...names,
  logo: z.string().regex(SVG, 'must be the text of an SVG image'),
  options: fieldsOf(Field as z.ZodType<OptionField>),
}

// Objects stay as they are: methods may use `this`, and a plug-in may keep more than the contract names.
const DataSource = z.looseObject({
  ...facts,
  language: z.enum(['sql', 'postgresql', 'mysql', 'json', 'yaml']),
  category: z.enum(sourceCategories).optional(),
  run: method<DataSourceType['run']>('run'),
  testConnection: method<NonNullable<DataSourceType['testConnection']>>('testConnection').optional(),
  getSchema: method<NonNullable<DataSourceType['getSchema']>>('getSchema').optional(),
})

const Destination = z.looseObject({
  ...facts,
  send: method<DestinationType['send']>('send'),
  report: method<NonNullable<DestinationType['report']>>('report').optional(),
})

/** A session sends the icons to every reader, so they are small. */
const ICON_CHARACTERS = 10_000

const Visualization = z.looseObject({
  ...names,
  icon: z.string().max(ICON_CHARACTERS).regex(SVG, 'must be the text of an SVG image'),
  options: fieldsOf(ColumnField as z.ZodType<VisualizationField>),
  script: z.string().min(1),
  size: z.strictObject({ columns: z.int().min(1).max(6).optional(), rows: z.int().min(1).max(50).optional() }).optional(),
})

/** The default export of a plug-in. Another kind of type is refused rather than left out without a word. */
const PluginModule = z.strictObject({
  dataSources: z.array(DataSource).default([]),
  destinations: z.array(Destination).default([]),
  visualizations: z.array(Visualization).default([]),
})

/** The types of a plug-in, checked. */
export interface PluginTypes {
  dataSources: readonly DataSourceType[]
  destinations: readonly DestinationType[]
  visualizations: readonly VisualizationType[]
}

/** Reads the default export of a plug-in. @throws Error whose message names the first part that breaks the contract */
export function readPlugin(exported: unknown): PluginTypes {
  if (exported === undefined) throw new Error('its module has no default export')
  const { error } = PluginModule.safeParse(exported)
  if (error) throw new Error(firstIssue(error))
  const { dataSources = [], destinations = [], visualizations = [] } = exported as Partial<PluginTypes>
  return { dataSources, destinations, visualizations }
}

/** The first problem with its place, such as `dataSources.0.run must be a function, run()`. */
export function firstIssue({ issues: [issue] }: z.ZodError): string {
  const place = issue?.path.join('.') ?? ''
  return place === '' ? String(issue?.message) : `${place}: ${issue?.message}`
}
