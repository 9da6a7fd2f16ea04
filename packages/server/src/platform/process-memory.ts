/**
 * Declares something that is kept in the memory of a process: running work, counters, a cache. It belongs to the opened services,
 * not to the module that declares it, so two servers in one process share nothing, and it goes when they go.
 * @param create makes it when a process first asks for it
 * @returns a function that reads it from the services or the context of a call
 */
export function perProcess<Value extends object>(create: () => Value): (ctx: { memory: object }) => Value {
  const values = new WeakMap<object, Value>()
  return ({ memory }) => {
    const known = values.get(memory)
    if (known !== undefined) return known
    const value = create()
    values.set(memory, value)
    return value
  }
}
