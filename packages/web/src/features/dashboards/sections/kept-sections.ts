/**
 * The sections that were last collapsed on a dashboard, kept in localStorage. The next visit from this browser begins with them, unless
 * its URL names others.
 */

const keyOf = (slug: string) => `sightline-sections-${slug}`

/** @returns the ids as in a URL, such as `12,15`; undefined for none */
export function keptCollapsed(slug: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(slug)) ?? undefined
  } catch {
    // localStorage is disabled.
    return undefined
  }
}

/** @param collapsed the ids as in a URL; undefined for none */
export function keepCollapsed(slug: string, collapsed: string | undefined): void {
  try {
    if (collapsed === undefined) localStorage.removeItem(keyOf(slug))
    else localStorage.setItem(keyOf(slug), collapsed)
  } catch {
    // localStorage is full or disabled: the next visit begins with all sections open.
  }
}
