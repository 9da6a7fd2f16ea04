const ANYWHERE = 'en-001'

/**
 * The language tag of this browser. On machines without a language, browsers answer tags such as `en-US@posix`, which `Intl`
 * refuses: those count as English of no country.
 */
export function browserLocale(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? ANYWHERE
  } catch {
    return ANYWHERE
  }
}
