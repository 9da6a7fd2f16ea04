import type { ListQuery } from '@sightline/contract/paging.ts'
import type { ListedUser, UserProfile } from '@sightline/contract/users.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf, readListRequest } from '../../platform/paging.ts'
import * as lists from './list.store.ts'
import { presentProfile, presentUser } from './present.ts'
import * as store from './store.ts'

interface UserListQuery extends ListQuery {
  disabled?: boolean | undefined
  pending?: boolean | undefined
}

/** One page of the users; enabled ones unless disabled ones are asked for. */
export async function list(ctx: Context, query: UserListQuery) {
  const request = readListRequest(query)
  const scope = { isDisabled: query.disabled ?? false, isPending: query.pending ?? null }
  const { rows, count } = await lists.listPage(ctx.db, scope, request)
  const groupsOf = await groupsByName(ctx, rows)
  return pageOf(
    request,
    count,
    rows.map((row): ListedUser => ({ ...presentUser(row, ctx.config), groups: groupsOf(row) })),
  )
}

/** Reads the names of the groups that these users are in. @returns what tells a user's groups by name */
async function groupsByName({ db }: Pick<Context, 'db'>, rows: readonly store.UserRow[]) {
  const names = await lists.groupNames(db, [...new Set(rows.flatMap(({ group_ids }) => group_ids))])
  return ({ group_ids }: store.UserRow) =>
    group_ids.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name }]
    })
}

/** One user, with the key for themselves and admins. */
export async function get(ctx: Context, id: number): Promise<UserProfile> {
  authorize(ctx.viewer, 'user.view', { id })
  const user = await mustFind(ctx, id)
  const groupsOf = await groupsByName(ctx, [user])
  return { ...presentProfile(user, ctx), named_groups: groupsOf(user) }
}

/** @throws AppError `not_found` */
export async function mustFind({ db }: Pick<Context, 'db'>, id: number): Promise<store.UserRow> {
  const found = await store.findById(db, id)
  if (!found) throw new AppError('not_found')
  return found.user
}
