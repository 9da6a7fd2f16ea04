import { defaultPermissions, type Permission, permissions } from '@sightline/contract/permissions.ts'

/**
 * What somebody may do: the union of what their groups grant. `admin` brings everything that the built-in group `default`
 * grants, so that a user in the admin group alone is no less than others; `super_admin` is never implied.
 * @param lists the permission lists of the groups; names we do not know are left out
 */
export function effectivePermissions(lists: readonly (readonly string[])[]): ReadonlySet<Permission> {
  const granted = new Set(lists.flat())
  if (granted.has('admin')) for (const implied of defaultPermissions) granted.add(implied)
  return new Set(permissions.filter((permission) => granted.has(permission)))
}
