import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import styles from './AuthPage.module.css'
import { configQuery } from './session.ts'
import { Mark, OrganizationLogo } from './shell/Logo.tsx'

interface AuthPageProps {
  title: string
  /** One sentence below the title. */
  text?: string
  /** CSS pixels of the card. */
  width: number
  /** One sentence below the card. */
  note?: string
  children: ReactNode
}

/** The frame of the pages before sign-in: logo, title, one card. */
export function AuthPage({ title, text, width, note, children }: AuthPageProps) {
  return (
    <main className={styles.page}>
      <div className={styles.logo}>
        <Logo />
      </div>
      <h1 className={styles.title}>{title}</h1>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.card} style={{ width }}>
        {children}
      </div>
      {note && <p className={styles.note}>{note}</p>}
    </main>
  )
}

/** The logo of the organization, or the mark of the product; nothing until it is known which. */
function Logo() {
  const { data, isPending } = useQuery(configQuery)
  if (isPending) return null
  return data === undefined || data.logoUrl === null ? (
    <Mark size={44} />
  ) : (
    <OrganizationLogo url={data.logoUrl} name={data.orgName} height={56} />
  )
}
