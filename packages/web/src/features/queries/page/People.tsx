import type { User } from '@sightline/contract/users.ts'
import { Link } from '@tanstack/react-router'
import { usePermission } from '../../../app/session.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import styles from './head.module.css'

/** Who did something to the query, and when. */
export function Doer({ user, deed, at }: { user: User; deed: string; at: string }) {
  const mayOpen = usePermission('list_users')
  return (
    <span className={styles.fact}>
      <Avatar id={user.id} name={user.name} profile_image_url={user.profile_image_url} />
      <span>
        {mayOpen ? (
          <Link to="/users/$userId" params={{ userId: String(user.id) }} className={styles.quiet}>
            {user.name}
          </Link>
        ) : (
          user.name
        )}
        {user.is_disabled && <span className={styles.disabled}> (disabled)</span>} {deed} <TimeAgo date={at} />
      </span>
    </span>
  )
}
