import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { groupsQuery } from '../groups/api.ts'
import styles from './ProfilePage.module.css'
import type { Profile } from './profile.ts'

interface GroupSelectProps {
  /** Ids of the chosen groups. */
  value: number[]
  onChange(ids: number[]): void
}

/** Selects the groups of a user. For admins. */
export function GroupSelect({ value, onChange }: GroupSelectProps) {
  const groups = useQuery(groupsQuery)
  return (
    <MultiSelect
      label={t`Groups`}
      searchable
      classNames={{ pill: styles.pill }}
      data={(groups.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={groups.data === undefined ? [] : value.map(String)}
      // The server treats an empty list as no change, so the last group cannot be removed.
      error={value.length === 0 ? t`A user needs at least one group.` : null}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}

/** The groups of a user; those that the viewer may open are links. */
export function GroupChips({ profile: { groupIds, namedGroups } }: { profile: Pick<Profile, 'groupIds' | 'namedGroups'> }) {
  const groups = useQuery(groupsQuery)
  const nameIn = (list: readonly { id: number; name: string }[] | undefined, id: number) =>
    list?.find((group) => group.id === id)?.name
  return (
    <div>
      <div className={styles.chipsLabel}>
        <Trans>Groups</Trans>
      </div>
      <ul className={styles.chips} aria-label={t`Groups`}>
        {groupIds.map((id) => (
          <li key={id}>
            {nameIn(groups.data, id) === undefined ? (
              <span>{nameIn(namedGroups, id) ?? '…'}</span>
            ) : (
              <Link to="/groups/$groupId" params={{ groupId: String(id) }}>
                {nameIn(groups.data, id)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
