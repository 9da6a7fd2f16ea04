import { IconAlertTriangle } from '@tabler/icons-react'
import { Notice } from '../ui/Notice.tsx'
import styles from './MailWarning.module.css'
import { usePermission, useSession } from './session.ts'

/** Warns admins that no mail server is configured. @param feature what does not work without one, such as `invite emails` */
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

/** The text of this warning. */
export const mailWarning = (feature = 'feature'): string =>
  `It looks like your mail server isn't configured. Make sure to configure it for the ${feature} to work.`
