import { IconAlertTriangle, IconMailExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePermission, useSession } from '../../app/session.tsx'
import styles from './SessionNotices.module.css'

/** What the server wants its users to know when they arrive. */
export function SessionNotices() {
  const { messages, user } = useSession()
  const isAdmin = usePermission('admin')
  return (
    <>
      {messages.includes('using-deprecated-embed-feature') && isAdmin && (
        <Notice icon={<IconAlertTriangle size={16} stroke={1.75} />}>
          This installation still allows text parameters in embedded visualizations. That setting is deprecated and will go.
        </Notice>
      )}
      {messages.includes('email-not-verified') && (
        <Notice icon={<IconMailExclamation size={16} stroke={1.75} />}>
          We have sent an email with a confirmation link to <strong>{user.email}</strong>. Please follow the link to verify it.
        </Notice>
      )}
    </>
  )
}

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.notice} role="status">
      {icon}
      <span>{children}</span>
    </div>
  )
}
