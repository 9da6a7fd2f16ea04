/** A value of an address's query as a text; undefined when it is missing or repeated. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
