import type { GroupMappings, GroupSource } from '@sightline/contract/groups.ts'
import { refuseScopedKey } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { record, recordAction } from '../audit/service.ts'
import * as users from '../users/service.ts'
import * as store from './mappings.store.ts'

/** The mappings, as admins see and edit them. */
export async function mappings({ db }: Pick<Context, 'db'>): Promise<GroupMappings> {
  const rows = await store.allMappings(db)
  return { mappings: rows.map(({ value, group_id }) => ({ value, group_id })) }
}

/**
 * Replaces all mappings.
 * @throws AppError `unscoped_key_needed`, since a mapping can make admins; `group_invalid` for a group that does not exist
 */
export async function saveMappings(ctx: Context, { mappings: wanted }: GroupMappings): Promise<GroupMappings> {
  refuseScopedKey(ctx)
  return ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    const known = await store.existing(
      db,
      wanted.map(({ group_id }) => group_id),
    )
    const unknown = wanted.find(({ group_id }) => !known.has(group_id))
    if (unknown !== undefined) throw new AppError('group_invalid', { id: unknown.group_id })
    const before = await mappings(within)
    await store.replaceMappings(db, wanted)
    const after = await mappings(within)
    await recordAction(within, 'group.change_mappings', { details: { from: before.mappings, to: after.mappings } })
    return after
  })
}

/**
 * The groups of Sightline that these groups of the provider are mapped to.
 * @param values as the provider sends them; those without a mapping are ignored
 * @param source the names of a directory are compared without regard to case and to spaces between their parts
 */
export async function groupsFor(
  { db }: Pick<Context, 'db'>,
  values: readonly string[],
  source: GroupSource,
): Promise<number[]> {
  const spell = source === 'ldap' ? directorySpelling : (value: string) => value
  const sent = new Set(values.map(spell))
  const granted = (await store.allMappings(db)).filter(({ value }) => sent.has(spell(value)))
  return [...new Set(granted.map(({ group_id }) => group_id))]
}

const directorySpelling = (name: string): string => name.toLowerCase().replace(/\s*([,=])\s*/g, '$1')

/**
 * Puts a user who signs in into the mapped groups that the provider names, and takes them out of all other mapped groups.
 * Groups without a mapping stay as they are. Each change is in the audit log.
 * @param granted as returned by `groupsFor`
 */
export async function applyMappings(
  ctx: Context,
  user: { id: number; name: string },
  granted: readonly number[],
  source: GroupSource,
): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const names = new Map((await store.allMappings(db)).map(({ group_id, name }) => [group_id, name]))
    // A mapping may have been removed since the groups were computed.
    const wanted = new Set(granted.filter((id) => names.has(id)))
    const { added, removed } = await users.setAmong({ db }, user.id, [...names.keys()], wanted)
    await store.replaceMapped(db, user.id, [...wanted], source)
    const entry = (id: number) => ({
      actor: { id: user.id, name: user.name },
      origin: ctx.origin,
      object_id: id,
      object_name: names.get(id) ?? null,
      details: { user_id: user.id, user_name: user.name, by: source },
    })
    for (const id of added) await record({ ...ctx, db }, { ...entry(id), action: 'group.add_member' })
    for (const id of removed) await record({ ...ctx, db }, { ...entry(id), action: 'group.remove_member' })
  })
}
