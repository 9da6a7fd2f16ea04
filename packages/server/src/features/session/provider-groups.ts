/**
 * The groups in a claim or an attribute.
 * @param value a text or a number, or a list of them; undefined or null if the provider names no groups
 * @returns the groups as texts, each once; null if the value is of another kind
 */
export function groupNamesIn(value: unknown): string[] | null {
  if (value === undefined || value === null) return []
  const items: unknown[] = Array.isArray(value) ? value : [value]
  const isName = (item: unknown) => typeof item === 'string' || typeof item === 'number'
  if (!items.every(isName)) return null
  return [...new Set(items.map((item) => String(item).trim()))].filter((name) => name !== '')
}

/**
 * Whether the provider has left the groups out of the token because they are too many, as Microsoft Entra does
 * (https://openid.net/specs/openid-connect-core-1_0.html#AggregatedDistributedClaims).
 * @param claim name of the claim with the groups
 */
export function isOverage(claims: Readonly<Record<string, unknown>>, claim: string): boolean {
  const elsewhere = claims._claim_names
  const isNamed = typeof elsewhere === 'object' && elsewhere !== null && claim in elsewhere
  return claims[claim] === undefined && (isNamed || claims.hasgroups === true)
}

/** The attribute with which Microsoft Entra names where groups can be read that are too many for an assertion. */
const GROUPS_ELSEWHERE = 'http://schemas.microsoft.com/claims/groups.link'

/** The same for the attributes of a SAML assertion. @param attribute name of the attribute with the groups */
export const isSamlOverage = (attributes: Readonly<Record<string, unknown>>, attribute: string): boolean =>
  attributes[attribute] === undefined && attributes[GROUPS_ELSEWHERE] !== undefined
