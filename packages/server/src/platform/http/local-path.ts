const HOME = './'

/** Stands for this site while an address is resolved: which host a request names is its sender's choice. */
const ORIGIN = 'http://site.invalid'

/**
 * Where to go after signing in, from the address that was asked for: always a path of this site. The address is resolved as browsers
 * do it, and of the outcome only path, query and fragment are kept, so another site's address leads to the same path here. What
 * has another scheme, control characters, backslashes, or a path that browsers would read as the name of a host, leads home.
 * @param basePath of the site, with a slash at both ends: what a relative address is relative to
 * @returns a path that begins with exactly one slash, or `./` for the site's root
 */
export function localPath(next: string | undefined, basePath: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!next || /[\u0000-\u0020\u007f\\]/.test(next)) return HOME
  const resolved = URL.parse(next, ORIGIN + basePath)
  if (resolved === null || !/^https?:$/.test(resolved.protocol)) return HOME
  const isForeign = resolved.origin !== ORIGIN
  // `https:host` is an address with a host to browsers, and a path to some programs.
  if (isForeign && !/^(https?:)?\/\//i.test(next)) return HOME
  const path = resolved.pathname + resolved.search + resolved.hash
  if (isForeign && path === '/') return HOME
  return /^\/([/\\]|%2f|%5c)/i.test(path) ? HOME : path
}
