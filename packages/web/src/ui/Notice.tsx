import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import styles from './Notice.module.css'

interface NoticeProps {
  /** 16 px. */
  icon: ReactNode
  children: ReactNode
}

/** A notice that stays as long as its reason does. */
export function Notice({ icon, children }: NoticeProps) {
  return (
    <div className={styles.notice} role="status">
      {icon}
      <div className={styles.text}>{children}</div>
    </div>
  )
}

/** The error of a form as a whole, shown above its fields. */
export function FormError({ children }: { children: string }) {
  return (
    <div className={styles.root} role="alert">
      <IconAlertCircle size={16} stroke={1.75} aria-hidden />
      {children}
    </div>
  )
}

interface ErrorPanelProps {
  /** Bold lead, such as `Error running query:`. */
  lead: string
  /** The error message, shown as it came from the server; '' for none. */
  text: string
  children?: ReactNode
}

/** An error message that can be copied. */
export function ErrorPanel({ lead, text, children }: ErrorPanelProps) {
  return (
    <div className={styles.errorPanelRoot} role="alert">
      <IconAlertCircle size={16} stroke={1.75} className={styles.icon} aria-hidden />
      <div className={styles.body}>
        <div className={styles.lead}>{lead}</div>
        {text !== '' && <pre className={styles.errorPanelText}>{text}</pre>}
        {children}
      </div>
      {text !== '' && <CopyButton text={text} />}
    </div>
  )
}
