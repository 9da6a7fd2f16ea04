import { parse } from 'scim2-parse-filter'
import { z } from 'zod'
import { type Operation, operationsIn, refusedPath } from './operations.ts'
import { Members, read, type SentGroup } from './resources.ts'

/** A group while it is changed. */
export interface EditedGroup extends Omit<SentGroup, 'members'> {
  members: Set<string>
}

/**
 * Changes a group as the provider asks.
 * @throws AppError `scim_value_invalid`, `scim_path_invalid`, `scim_patch_invalid`
 */
export function patchGroup(group: EditedGroup, body: unknown, schema: string): EditedGroup {
  let { displayName, externalId } = group
  const members = new Set(group.members)
  for (const { op, path, value } of operationsIn(body, schema)) {
    const lower = path.toLowerCase()
    if (lower === 'displayname' && op !== 'remove') displayName = read(z.string().trim().min(1).max(255), value)
    else if (lower === 'externalid') externalId = op === 'remove' ? null : read(z.string().max(255), value)
    else if (lower === 'members') changeMembers(members, op, value)
    else if (op === 'remove' && lower.startsWith('members[')) members.delete(memberIn(path))
    // Microsoft Entra and Okta repeat the id of the group.
    else if (lower === 'id' && op !== 'remove') continue
    else throw refusedPath(path)
  }
  return { displayName, externalId, members }
}

/** Changes the set in place: a copy for each operation would take seconds for a thousand operations on a large group. */
function changeMembers(members: Set<string>, op: Operation['op'], value: unknown): void {
  const areAll = op === 'remove' && (value === undefined || value === null)
  const sent = areAll ? [] : read(Members, Array.isArray(value) ? value : [value]).map((member) => member.value)
  if (areAll || op === 'replace') members.clear()
  for (const id of sent) {
    if (op === 'remove') members.delete(id)
    else members.add(id)
  }
}

/** The id in a path such as `members[value eq "5"]`. */
function memberIn(path: string): string {
  try {
    const filter = parse(path)
    const inner = 'valFilter' in filter ? filter.valFilter : filter
    if ('compValue' in inner && inner.op === 'eq' && inner.attrPath.toLowerCase() === 'value') return String(inner.compValue)
  } catch (cause) {
    throw refusedPath(path, cause)
  }
  throw refusedPath(path)
}
