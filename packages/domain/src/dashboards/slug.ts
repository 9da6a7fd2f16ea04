/** Path segments that other endpoints use in place of a slug, so that a dashboard with such a slug could not be opened. */
const RESERVED: ReadonlySet<string> = new Set(['my', 'favorites', 'recent', 'tags', 'public'])
const FALLBACK = 'dashboard'

/**
 * The slug of a dashboard's name: lower case, with runs of characters other than a-z, digits, hyphen and underscore replaced by
 * a hyphen. Digits alone would be taken for an id and get a prefix; a name without usable characters becomes `dashboard`.
 */
export function slugOf(name: string): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9_-]+/g, '-')
  if (/^-*$/.test(slug)) return FALLBACK
  return /^\d+$/.test(slug) ? `${FALLBACK}-${slug}` : slug
}

/**
 * The first free slug: the slug itself, or else with a number appended, counted from 1.
 * @param taken slugs in use that start with this one
 */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug) && !RESERVED.has(slug)) return slug
  for (let number = 1; ; number++) {
    const numbered = `${slug}_${number}`
    if (!taken.has(numbered)) return numbered
  }
}
