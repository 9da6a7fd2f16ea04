import { isDeepStrictEqual } from 'node:util'

/** Returns the sent fields whose values differ from the stored ones. */
export function changedFields<Row extends object, Name extends keyof Row>(
  stored: Row,
  sent: { [Key in Name]?: Row[Key] | undefined },
): Partial<Pick<Row, Name>> {
  const isNew = ([key, value]: [string, unknown]) => value !== undefined && !isDeepStrictEqual(value, stored[key as Name])
  return Object.fromEntries(Object.entries(sent).filter(isNew)) as Partial<Pick<Row, Name>>
}
