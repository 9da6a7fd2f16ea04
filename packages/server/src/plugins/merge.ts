import type { Plugin } from '@sightline/domain/registry.ts'

/** Types of the product together with those of plug-ins. */
export interface MergedTypes<Type> {
  types: ReadonlyMap<string, Type>
  /** One sentence for each type that was left out. */
  problems: readonly string[]
}

/**
 * Adds the types of plug-ins to those of the product. A type whose id is taken is left out, because stored records name it.
 * @param kind for the sentences: `Data source`
 * @param offered types with the name of their plug-in, in the order in which they are added
 */
export function mergeTypes<Type extends Plugin>(
  kind: string,
  builtIn: ReadonlyMap<string, Type>,
  offered: readonly { plugin: string; type: Type }[],
): MergedTypes<Type> {
  const types = new Map(builtIn)
  const problems: string[] = []
  for (const { plugin, type } of offered) {
    if (types.has(type.type))
      problems.push(`The ${kind.toLowerCase()} type ${type.type} of the plug-in ${plugin} was left out: the name is taken.`)
    else types.set(type.type, type)
  }
  return { types, problems }
}
