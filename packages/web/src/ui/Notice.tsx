import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
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

/** What a whole form did not achieve, above its fields. */
export function FormError({ children }: { children: string }) {
  return (
    <div className={styles.root} role="alert">
      <IconAlertCircle size={16} stroke={1.75} />
      {children}
    </div>
  )
}

interface ErrorPanelProps {
  /** Bold lead, such as `Error running query:`. */
  lead: string
  /** The server's own words, shown as they came. */
  text: string
  children?: ReactNode
}

/** What went wrong, in the words of the one who knows, ready to be copied. */
export function ErrorPanel({ lead, text, children }: ErrorPanelProps) {
  return (
    <div className={styles.errorPanelRoot} role="alert">
      <IconAlertCircle size={16} stroke={1.75} className={styles.icon} />
      <div className={styles.body}>
        <div className={styles.lead}>{lead}</div>
        {text !== '' && <pre className={styles.errorPanelText}>{text}</pre>}
        {children}
      </div>
      {text !== '' && <CopyButton text={text} />}
    </div>
  )
}
