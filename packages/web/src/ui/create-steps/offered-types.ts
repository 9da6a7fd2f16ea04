import { t } from '@lingui/core/macro'

/** A type that can be chosen for a new record. */
export interface OfferedType {
  type: string
  name: string
  logo: string
  deprecated?: boolean | undefined
  /** The name of its group; without one, the types are not grouped. */
  category?: string | undefined
  /** Other words to find it by, in lower case. */
  aliases?: readonly string[] | undefined
  /** Whether it stands in the first group. */
  popular?: boolean | undefined
}

export interface TypeGroup<Type> {
  /** null if there is only one group. */
  title: string | null
  types: Type[]
}

/** The types whose name, id or aliases contain a text, popular ones first. */
export function foundTypes<Type extends OfferedType>(types: readonly Type[], search: string): Type[] {
  const wanted = search.trim().toLowerCase()
  const found = types.filter(
    ({ name, type, aliases = [] }) =>
      name.toLowerCase().includes(wanted) ||
      type.toLowerCase().includes(wanted) ||
      aliases.some((alias) => alias.includes(wanted)),
  )
  return wanted === '' ? found : found.toSorted((one, other) => Number(isPopular(other)) - Number(isPopular(one)))
}

/**
 * The groups of a gallery: the popular types, then each category.
 * @param categories the categories in order, with the titles of their groups; without any, there is one group of all types
 */
export function groupedTypes<Type extends OfferedType>(
  types: readonly Type[],
  categories: readonly (readonly [category: string, title: string])[],
): TypeGroup<Type>[] {
  if (categories.length === 0) return [{ title: null, types: [...types] }]
  const groups = [
    { title: t`Popular`, types: types.filter(isPopular) },
    ...categories.map(([category, title]) => ({
      title,
      types: types.filter((type) => !isPopular(type) && type.category === category),
    })),
  ]
  return groups.filter((group) => group.types.length > 0)
}

const isPopular = ({ popular }: OfferedType): boolean => popular === true
