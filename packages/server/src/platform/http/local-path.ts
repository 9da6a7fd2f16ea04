const HOME = './'

/** Placeholder for this site while a URL is resolved: the `host` header is the client's choice. */
const ORIGIN = 'http://site.invalid'

/** The page to open after signing in, from a requested URL: always a path of this site. The URL is resolved as browsers do it, and only
 * path, query and fragment are kept, so a URL of another site leads to the same path here. Other schemes, control characters,
 * backslashes
 * and paths that browsers would read as a host name lead to the home page.
 * @param basePath of the site, with a slash at both ends: the base of relative URLs
 * @returns a path that begins with exactly one slash, or `./` for the site's root
 */
export function localPath(next: string | undefined, basePath: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  if (!next || /[\u0000-\u0020\u007f\\]/.test(next)) return HOME
  const resolved = URL.parse(next, ORIGIN + basePath)
  if (resolved === null || !/^https?:$/.test(resolved.protocol)) return HOME
  const isForeign = resolved.origin !== ORIGIN
  // Browsers read `https:host` as a URL with a host, some programs as a path.
  if (isForeign && !/^(https?:)?\/\//i.test(next)) return HOME
  const path = resolved.pathname + resolved.search + resolved.hash
  if (isForeign && path === '/') return HOME
  return /^\/([/\\]|%2f|%5c)/i.test(path) ? HOME : path
}
