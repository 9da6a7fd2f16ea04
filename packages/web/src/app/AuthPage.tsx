import type { ReactNode } from 'react'
import styles from './AuthPage.module.css'
import { Mark } from './shell/Logo.tsx'

interface AuthPageProps {
  title: string
  /** The name of the organization; empty while it is not known. */
  organization?: string | undefined
  /** One sentence below the title. */
  text?: string
  /** CSS pixels of the card. */
  width: number
  /** One sentence below the card. */
  note?: string
  children: ReactNode
}

/** The frame of the pages before sign-in: logo, title, one card. */
export function AuthPage({ title, organization = '', text, width, note, children }: AuthPageProps) {
  return (
    <main className={styles.page}>
      <Mark size={44} />
      <h1 className={styles.title}>{title}</h1>
      {organization !== '' && <p className={styles.organization}>{organization}</p>}
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.card} style={{ width }}>
        {children}
      </div>
      {note && <p className={styles.note}>{note}</p>}
    </main>
  )
}
