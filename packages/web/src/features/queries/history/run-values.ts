import type { OwnRun, PastExecution } from '@sightline/contract/query-history.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { type ParameterFormats, pastValuesText } from '@sightline/domain/parameters/values-text.ts'

/** The parameters that a past run had a value for, with these values: what opens the query with them. */
export const ranParameters = (definitions: readonly Definition[], values: PastExecution['parameters']): Definition[] =>
  values === null
    ? []
    : definitions
        .filter(({ name }) => Object.hasOwn(values, name))
        .map((definition) => ({ ...definition, value: values[definition.name] }))

/** The values of an own run in full; '' for none. */
export const ownValuesText = (
  { query, parameters }: Pick<OwnRun, 'query' | 'parameters'>,
  formats: ParameterFormats,
): string => (parameters === null ? '' : pastValuesText(query?.parameters ?? [], parameters, formats))
