import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { Notice } from '../ui/Notice.tsx'
import { HelpLink } from './help/HelpLink.tsx'
import styles from './MailWarning.module.css'
import { usePermission, useSession } from './session.ts'

/** Where the browser keeps, until the tab is closed, that the warning was dismissed. */
const DISMISSED = 'sightline-mail-warning-dismissed'

/**
 * Warns admins that no mail server is configured, until they dismiss it for this session.
 * @param feature what does not work without one, such as `invite emails`
 */
export function MailWarning({ feature }: { feature?: string }) {
  const isAdmin = usePermission('admin')
  const { client_config } = useSession()
  const [isDismissed, setIsDismissed] = useState(() => sessionStorage.getItem(DISMISSED) !== null)
  if (!isAdmin || !client_config.mailSettingsMissing || isDismissed) return null
  const dismiss = () => {
    sessionStorage.setItem(DISMISSED, '')
    setIsDismissed(true)
  }
  return (
    <div className={styles.root}>
      <Notice icon={<IconAlertTriangle size={16} stroke={1.75} />}>
        <div className={styles.content}>
          <span>{mailWarning(feature)}</span>
          <HelpLink topic="schedules">
            <Trans>How to Configure Mail</Trans>
          </HelpLink>
          <CloseButton size="sm" aria-label={t`Dismiss`} className={styles.close} onClick={dismiss} />
        </div>
      </Notice>
    </div>
  )
}

/** The text of this warning. */
export const mailWarning = (feature = 'feature'): string =>
  t`It looks like your mail server isn't configured. Make sure to configure it for the ${feature} to work.`
