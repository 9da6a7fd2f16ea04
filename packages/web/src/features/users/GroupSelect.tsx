import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { groupsQuery } from '../groups/api.ts'
import styles from './ProfilePage.module.css'

interface GroupSelectProps {
  /** Ids of the chosen groups. */
  value: number[]
  onChange(ids: number[]): void
}

/** Chooses the groups of a user. For admins. */
export function GroupSelect({ value, onChange }: GroupSelectProps) {
  const groups = useQuery(groupsQuery)
  return (
    <MultiSelect
      label="Groups"
      searchable
      classNames={{ pill: styles.pill }}
      data={(groups.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={groups.data === undefined ? [] : value.map(String)}
      // The server takes an empty list for no change, so the last group stays.
      error={value.length === 0 ? 'A user needs at least one group.' : null}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}

/** The groups of a user, as far as the reader knows their names. */
export function GroupChips({ ids, label }: { ids: number[]; label: string }) {
  const groups = useQuery(groupsQuery)
  const nameOf = (id: number) => groups.data?.find((group) => group.id === id)?.name
  return (
    <div>
      <div className={styles.chipsLabel}>{label}</div>
      <ul className={styles.chips} aria-label={label}>
        {ids.map((id) => (
          <li key={id}>
            <Link to="/groups/$groupId" params={{ groupId: String(id) }}>
              {nameOf(id) ?? (groups.isPending ? '…' : `Group ${id}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
