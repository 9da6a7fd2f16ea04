import type { Definition, ParameterValue } from '@sightline/domain/parameters/definition.ts'

/** What the controls of all types take. */
export interface ControlProps {
  /** Id of the element that the label names. */
  id: string
  title: string
  definition: Definition
  /** As it is shown: the pending value, or else the applied one. */
  value: ParameterValue
  size: 'sm' | 'md'
  /** `dateFormat` of the client config. */
  dateFormat: string
  /** @param typed what was typed or chosen, to be read as the parameter's type says; null for nothing */
  onChange(typed: unknown): void
}
