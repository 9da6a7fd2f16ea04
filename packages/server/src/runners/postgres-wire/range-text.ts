/** Bounds of the built-in range types hold no comma; those with a blank in them come in quotes. */
const RANGE = /^([[(])(?:"([^"]*)"|([^",]*)),(?:"([^"]*)"|([^",]*))([\])])$/

/**
 * Turns a range in PostgreSQL's text form (https://www.postgresql.org/docs/current/rangetypes.html#RANGETYPES-IO) into the form
 * of the Redash API: a comma and a space between the bounds, no quotes, and nothing at all for the empty range.
 */
export function rangeToText(text: string): string {
  if (text === 'empty') return ''
  const [, opening, quotedLower, lower, quotedUpper, upper, closing] = RANGE.exec(text) ?? []
  return opening ? `${opening}${quotedLower ?? lower}, ${quotedUpper ?? upper}${closing}` : text
}
