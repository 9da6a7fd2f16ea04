/** What stands in place of a slug in the addresses of lists and pages: a dashboard under such a slug would never open. */
const RESERVED: ReadonlySet<string> = new Set(['my', 'favorites', 'recent', 'tags', 'public'])
const FALLBACK = 'dashboard'

/**
 * The slug of a dashboard's name: lower case, with one hyphen for whatever is no letter, digit, hyphen or underscore.
 * Digits alone would be taken for an id, so they get a word in front; a name without any letter of the alphabet is that word.
 */
export function slugOf(name: string): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9_-]+/g, '-')
  if (/^-*$/.test(slug)) return FALLBACK
  return /^\d+$/.test(slug) ? `${FALLBACK}-${slug}` : slug
}

/**
 * The first slug that nothing else has: the slug itself, or else with a number behind it, counted from 1.
 * @param taken slugs in use that begin with it
 */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug) && !RESERVED.has(slug)) return slug
  for (let number = 1; ; number++) {
    const numbered = `${slug}_${number}`
    if (!taken.has(numbered)) return numbered
  }
}
