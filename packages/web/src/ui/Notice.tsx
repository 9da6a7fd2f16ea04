import type { ReactNode } from 'react'
import styles from './Notice.module.css'

interface NoticeProps {
  /** 16 px. */
  icon: ReactNode
  children: ReactNode
}

/** Something that people should know and that stays until it is no longer so. */
export function Notice({ icon, children }: NoticeProps) {
  return (
    <div className={styles.notice} role="status">
      {icon}
      <div className={styles.text}>{children}</div>
    </div>
  )
}
