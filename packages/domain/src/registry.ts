/** A kind of thing that plugs in: what every registry looks it up by. */
export interface Plugin {
  /** The wire's type id, compared exactly. */
  type: string
  /** What people read. */
  name: string
}

/**
 * Makes the look-up table of a plug-in room, by type id.
 * @param kind what the room holds, for the message: `Visualization`, `Data source`
 * @throws when a type is there twice, or has no id or no name: a malformed plug-in stops the start, not a user later on
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
