import type { NamedObject, NamedType } from '@sightline/contract/object-names.ts'
import type { Db } from '../../platform/db/db.ts'
import { type FoundObject, find } from './store.ts'

/** An object as a log has recorded it. */
export interface ObjectKey {
  type: NamedType
  /** An id, or the slug of a dashboard; any text is possible, as clients choose it. */
  key: string
}

/**
 * Loads the names of recorded objects, with one statement for each type among them. Checks no access: the callers answer admins,
 * who may see every object.
 * @returns a function that lists an object and the query or dashboard it is part of; nothing for a key that no object can have
 */
export async function loadNames(db: Db, keys: readonly ObjectKey[]): Promise<(object: ObjectKey) => NamedObject[]> {
  const byType = Map.groupBy(keys.filter(canBeObject), ({ type }) => type)
  const found = new Map<string, FoundObject>()
  await Promise.all(
    [...byType].map(async ([type, ofType]) => {
      const all = [...new Set(ofType.map(({ key }) => key))]
      const objects = await find[type](db, all.filter(isId).map(Number), all)
      for (const object of objects) if (object.slug !== undefined) found.set(`${type} ${object.slug}`, object)
      // Ids are set after slugs, because a slug may consist of digits, and then the id takes precedence.
      for (const object of objects) found.set(`${type} ${object.id}`, object)
    }),
  )
  return (object) => (canBeObject(object) ? named(object, found.get(`${object.type} ${object.key}`)) : [])
}

const isId = (key: string) => /^\d{1,9}$/.test(key)
const canBeObject = ({ type, key }: ObjectKey) => isId(key) || type === 'dashboard'

function named({ type, key }: ObjectKey, found: FoundObject | undefined): NamedObject[] {
  if (found === undefined) return [{ type, id: key, name: null }]
  const { id, name, whole } = found
  const object = { type, id: String(id), name: name ?? 'Textbox' }
  return whole === undefined ? [object] : [object, { ...whole, id: String(whole.id) }]
}
