import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Notice.module.css'

interface TextParametersNoticeProps {
  /** Why something with text parameters cannot be shared. */
  reason: string
  /** The sentence that says how to share it after all. */
  children: ReactNode
}

/** Says why text parameters keep something from being shared, and how to share it after all. */
export const TextParametersNotice = ({ reason, children }: TextParametersNoticeProps) => (
  <Alert variant="light" color="yellow" icon={<IconAlertTriangle size={16} stroke={1.75} />}>
    <p className={styles.reason}>{reason}</p>
    <p className={styles.remedy}>{children}</p>
  </Alert>
)
