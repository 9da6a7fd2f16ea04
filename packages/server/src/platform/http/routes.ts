/**
 * The path of an endpoint as the router spells it. A placeholder that is followed by a dot (`:id.:type`) takes digits only,
 * and the one after the dot letters and digits, so that `5`, `5.csv` and `5/window` are told apart.
 */
export function routePath(path: string): string {
  return path.replace(/:(\w+)\.:(\w+)/g, ':$1(^\\d+).:$2(^[a-z0-9]+)')
}

/** Whether the path of a URL matches an endpoint path with `:name` placeholders, by the rules of the router. */
export function pathMatcher(path: string): (address: string) => boolean {
  const places = path.replaceAll('.', '\\.').replace(/:\w+\\\.:\w+/g, '\\d+\\.[a-z0-9]+')
  const pattern = new RegExp(`^${places.replace(/:\w+/g, '[^/]+')}$`)
  return (address) => pattern.test(address)
}
