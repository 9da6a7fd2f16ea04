/** As much of a parameter's definition (`query.options.parameters[]`) as the rules here look at. */
export interface Definition {
  name: string
  /** Absent means `text`. */
  type?: string | undefined
  value?: unknown
  [other: string]: unknown
}

export const typeOf = (definition: Definition): string => definition.type ?? 'text'

/** Parameter values by name; ranges are objects with `start` and `end`. */
export type Values = Record<string, unknown>

/**
 * Whether a query may be run by those who may not write SQL: none of its parameters takes free text. A pattern counts as free
 * text, since it may let everything through.
 */
export const isSafe = (definitions: readonly Definition[]): boolean =>
  !definitions.some((definition) => ['text', 'text-pattern'].includes(typeOf(definition)))
