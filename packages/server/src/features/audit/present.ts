import type { AuditEntry } from '@sightline/contract/audit.ts'
import { wireTime } from '../../platform/wire-time.ts'
import type { AuditRow } from './store.ts'

export function presentEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    created_at: wireTime(row.created_at),
    action: row.action,
    actor: row.actor_name === null ? null : { id: row.actor_id, name: row.actor_name },
    object_type: row.object_type,
    object_id: row.object_id,
    object_name: row.object_name,
    details: row.details,
    ip: row.ip,
    user_agent: row.user_agent,
  }
}
