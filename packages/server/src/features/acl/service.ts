import {
  type AccessList,
  type AccessType,
  accessTypes,
  type Grant,
  type GrantRequest,
  type ListedType,
} from '@sightline/contract/acl.ts'
import type { AuditAction } from '@sightline/contract/audit.ts'
import type { Permission } from '@sightline/contract/permissions.ts'
import type { OwnedRecord } from '@sightline/domain/permissions/can.ts'
import { authorize, userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as audit from '../audit/service.ts'
import * as dashboards from '../dashboards/service.ts'
import * as queries from '../queries/service.ts'
import { presentUser } from '../users/present.ts'
import * as users from '../users/service.ts'
import * as store from './store.ts'

/** A query or dashboard, as identified in the URL. */
export interface SharedObject {
  type: ListedType
  id: number
}

interface Kind {
  object_type: store.Access['object_type']
  /** The permission to see objects of this kind at all. */
  permission: Permission
  find(ctx: Context, id: number): Promise<OwnedRecord>
  /** @throws AppError if the caller may not see this object */
  see(ctx: Context, id: number): Promise<unknown>
}

const kinds: Record<ListedType, Kind> = {
  queries: {
    object_type: 'query',
    permission: 'view_query',
    find: async (ctx, id) => (await queries.mustFind(ctx, id)).query,
    see: queries.mustSee,
  },
  dashboards: {
    object_type: 'dashboard',
    permission: 'list_dashboards',
    find: async (ctx, id) => (await dashboards.mustFindById(ctx, id)).dashboard,
    // Every user who knows the URL of a dashboard may open it.
    see: dashboards.mustFindById,
  },
}

/** The access list of an object that the caller may see. */
export async function list(ctx: Context, listed: SharedObject): Promise<AccessList> {
  await mustSee(ctx, listed)
  const found: AccessList = {}
  for (const { access_type, grantee } of await store.list(ctx.db, objectOf(listed))) {
    found[access_type] = [...(found[access_type] ?? []), { ...presentUser(grantee, ctx.config), access_type }]
  }
  return found
}

/** Grants a user access, for the owner and admins. Granting again returns the existing entry. */
export async function grant(ctx: Context, listed: SharedObject, sent: GrantRequest): Promise<Grant> {
  const access = await mustChange(ctx, listed, sent)
  const row = await ctx.db.transaction(async (db) => {
    const granted = await store.grant(db, { ...access, grantor_id: userOf(ctx).id, grantee_id: sent.user_id })
    await recordAccess({ ...ctx, db }, 'acl.grant', access, sent.user_id)
    return granted
  })
  return {
    id: row.id,
    object_id: row.object_id,
    object_type: listed.type,
    access_type: row.access_type,
    grantor: row.grantor_id,
    grantee: row.grantee_id,
  }
}

/** Revokes access, for the owner and admins; idempotent. */
export async function revoke(ctx: Context, listed: SharedObject, sent: GrantRequest): Promise<null> {
  const access = await mustChange(ctx, listed, sent)
  await ctx.db.transaction(async (db) => {
    const isRevoked = await store.revoke(db, access, sent.user_id)
    if (isRevoked) await recordAccess({ ...ctx, db }, 'acl.revoke', access, sent.user_id)
  })
  return null
}

const recordAccess = (
  ctx: Context,
  action: AuditAction,
  { object_type, object_id, access_type }: store.Access,
  grantee: number,
) => audit.recordAction(ctx, action, { object_type, object_id, details: { access_type, user_id: grantee } })

/** Whether the caller is on the access list. The rights of owner and admins do not count as grants. */
export async function check(ctx: Context, listed: SharedObject, accessType: string): Promise<{ response: boolean }> {
  await mustSee(ctx, listed)
  const access = { ...objectOf(listed), access_type: readAccessType(accessType) }
  return { response: await store.has(ctx.db, access, userOf(ctx).id) }
}

async function mustSee(ctx: Context, { type, id }: SharedObject): Promise<void> {
  const { permission, see } = kinds[type]
  await see(ctx, id)
  if (!ctx.viewer.permissions.has(permission)) throw new AppError('forbidden')
}

/** Checks that the caller may grant or revoke the access, and that the grantee and access type exist. */
async function mustChange(ctx: Context, listed: SharedObject, sent: GrantRequest): Promise<store.Access> {
  authorize(ctx.viewer, 'acl.change', await kinds[listed.type].find(ctx, listed.id))
  const access_type = readAccessType(sent.access_type)
  if (!(await users.exists(ctx, sent.user_id))) throw new AppError('grantee_not_found')
  return { ...objectOf(listed), access_type }
}

const objectOf = ({ type, id }: SharedObject) => ({ object_type: kinds[type].object_type, object_id: id })

function readAccessType(sent: string): AccessType {
  const known = accessTypes.find((type) => type === sent)
  if (!known) throw new AppError('access_type_unknown')
  return known
}
