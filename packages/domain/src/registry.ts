/** A plug-in; registries find it by its type. */
export interface Plugin {
  /** The type id in the API, compared exactly. */
  type: string
  /** The displayed name. */
  name: string
}

/**
 * Creates a registry of plug-ins by type id.
 * @param kind for the error message: `Visualization`, `Data source`
 * @throws Error if a type is duplicate, or has no id or name, so that a malformed plug-in is found at startup
 */
export function registry<P extends Plugin>(kind: string, plugins: readonly P[]): ReadonlyMap<string, P> {
  const byType = new Map<string, P>()
  for (const plugin of plugins) {
    if (!plugin.type || !plugin.name) throw new Error(`${kind} "${plugin.type || plugin.name}" has no type id or no name.`)
    if (byType.has(plugin.type)) throw new Error(`${kind} ${plugin.type} already registered.`)
    byType.set(plugin.type, plugin)
  }
  return byType
}
