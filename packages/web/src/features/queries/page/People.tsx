import type { User } from '@sightline/contract/users.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import styles from './head.module.css'

/** Who did something to the query, and when. */
export function Doer({ user, deed, at }: { user: User; deed: string; at: string }) {
  return (
    <span className={styles.person}>
      <Avatar id={user.id} name={user.name} profile_image_url={user.profile_image_url} />
      <span>
        {user.name}
        {user.is_disabled && <span className={styles.disabled}> (disabled)</span>} {deed} <TimeAgo date={at} />
      </span>
    </span>
  )
}
