import { defaultPermissions, permissions } from '@sightline/contract/permissions.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import { AppError } from '../../platform/http/errors.ts'
import { readEmail } from '../users/service.ts'
import type { TransferItem } from './file.ts'
import * as store from './import.store.ts'
import type { ImportRun } from './import-state.ts'

/** Permissions that an import never grants. */
const ADMIN_PERMISSIONS: readonly string[] = ['admin', 'super_admin']

/** Groups match by name. New ones keep their permissions, except those of admins. */
export async function importGroups(run: ImportRun, groups: TransferItem<'groups'>[]): Promise<void> {
  const known = new Map<string, { id: number }>(await store.groupsByName(run.db))
  for (const { id, name, permissions: granted } of groups) {
    const same = known.get(name)
    if (same) run.kept.groups++
    else run.made.groups++
    const group = same ?? { id: await store.insertGroup(run.db, { name, permissions: withoutAdminPermissions(granted) }) }
    run.groups.set(id, group.id)
    known.set(name, group)
  }
}

const withoutAdminPermissions = (granted: string[] | null | undefined): string[] =>
  (granted ?? [...defaultPermissions]).filter(
    (each) => permissions.some((known) => known === each) && !ADMIN_PERMISSIONS.includes(each),
  )

/** Users match by email address. New ones are pending, without an invitation mail, and not in any admin group. */
export async function importUsers(run: ImportRun, users: TransferItem<'users'>[]): Promise<void> {
  const known = await store.groupsByName(run.db)
  const adminGroups = new Set(
    [...known.values()]
      .filter((group) => group.permissions.some((each) => ADMIN_PERMISSIONS.includes(each)))
      .map(({ id }) => id),
  )
  const everybody = known.get('default')?.id
  for (const user of users) {
    const email = user.email.toLowerCase()
    const same = run.usersByEmail.get(email)
    if (same !== undefined) {
      run.kept.users++
      run.users.set(user.id, same)
      continue
    }
    const mapped = (user.groups ?? []).flatMap((id) => run.groups.get(id) ?? [])
    const safe = mapped.filter((id) => !adminGroups.has(id))
    if (safe.length < mapped.length)
      run.notes.push(
        i18n._('{email} was an admin and is none here: make them one on the page of the group.', { email: user.email }),
      )
    await importUser(run, user, safe.length === 0 && everybody !== undefined ? [everybody] : safe)
  }
}

async function importUser(run: ImportRun, user: TransferItem<'users'>, groupIds: number[]): Promise<void> {
  try {
    const email = await readEmail(run.services, user.email)
    const id = await store.insertUser(run.db, {
      name: user.name,
      email,
      api_key: newKey(),
      group_ids: [...new Set(groupIds)],
      is_invitation_pending: true,
      is_email_verified: true,
      disabled_at: user.is_disabled === true ? run.services.now() : null,
    })
    run.users.set(user.id, id)
    run.usersByEmail.set(email, id)
    run.made.users++
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    run.notes.push(
      i18n._('User "{name}" was skipped: {email} is not a valid email address.', { name: user.name, email: user.email }),
    )
  }
}
