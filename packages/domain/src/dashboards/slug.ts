/** Path segments that other endpoints use in place of a slug, so that a dashboard with such a slug could not be opened. */
const RESERVED: ReadonlySet<string> = new Set(['my', 'favorites', 'recent', 'tags', 'public'])
const FALLBACK = 'dashboard'
/** Characters of a slug in another script: in a URL, each takes up to twelve. */
const MAX_OTHER_SCRIPT = 80

/**
 * The slug of a dashboard's name: lower case, with runs of characters other than a-z, digits, hyphen and underscore replaced by
 * a hyphen, as clients of Redash compute it. That leaves nothing of a name in another script, which keeps its letters instead.
 * Digits alone would be taken for an id and get a prefix; a name without usable characters becomes `dashboard`.
 */
export function slugOf(name: string): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9_-]+/g, '-')
  if (/[a-z]/.test(slug)) return slug
  const ofScript = slugInOtherScript(name)
  if (/\p{L}/u.test(ofScript)) return ofScript
  if (/^-*$/.test(slug)) return FALLBACK
  return /^\d+$/.test(slug) ? `${FALLBACK}-${slug}` : slug
}

/** A slug with the letters, marks and digits of all scripts. */
function slugInOtherScript(name: string): string {
  // The same letter may have several codes, such as those of half width, of which a reader types one.
  const kept = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}+/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
  return [...kept]
    .slice(0, MAX_OTHER_SCRIPT)
    .join('')
    .replace(/^-+|-+$/g, '')
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

/** The path of a dashboard relative to the base of the site, with the letters of its slug encoded for a URL. */
export const dashboardPath = (slug: string): string => `dashboard/${encodeURIComponent(slug)}`
