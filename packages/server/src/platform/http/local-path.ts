const HOME = './'

/**
 * Where to go after signing in, from the address that was asked for: always a place on this site. Of an absolute address
 * only path, query and fragment are kept; what could lead elsewhere (another scheme, control characters, a backslash, which
 * browsers read as a slash, more than two leading slashes) leads home.
 * @returns a path, or `./` for the site's root as seen from `login`
 */
export function localPath(next: string | undefined): string {
  if (!next) return HOME
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(next) || next.startsWith('///')) return HOME
  const absolute = /^(?:https?:)?\/\/[^/?#]*(.*)$/i.exec(next)
  if (!absolute && /^[a-z][a-z0-9+.-]*:/i.test(next)) return HOME
  const path = absolute ? (absolute[1] ?? '') : next
  if (path === '' || path.startsWith('//')) return HOME
  return absolute && !path.startsWith('/') ? `/${path}` : path
}
