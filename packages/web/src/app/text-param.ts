/** A value of an address's query as a text; undefined when it is missing or repeated. */
export const textParam = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
