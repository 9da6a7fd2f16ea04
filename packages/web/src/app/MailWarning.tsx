import { IconAlertTriangle } from '@tabler/icons-react'
import { Notice } from '../ui/Notice.tsx'
import styles from './MailWarning.module.css'
import { mailWarning } from './mail-warning.ts'
import { usePermission, useSession } from './session.tsx'

/** Tells admins that mail is not configured. @param feature what does not work without: `invite emails` */
export function MailWarning({ feature }: { feature?: string }) {
  const isAdmin = usePermission('admin')
  const { client_config } = useSession()
  if (!isAdmin || !client_config.mailSettingsMissing) return null
  return (
    <div className={styles.root}>
      <Notice icon={<IconAlertTriangle size={16} stroke={1.75} />}>{mailWarning(feature)}</Notice>
    </div>
  )
}
