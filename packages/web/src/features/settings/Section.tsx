import type { ReactNode } from 'react'
import { HelpLink } from '../../app/help/HelpLink.tsx'
import type { HelpTopic } from '../../app/help/help-topics.ts'
import styles from './OrganizationPage.module.css'

interface SectionProps {
  title: string
  /** Where the help tells more about it. */
  help?: HelpTopic
  children: ReactNode
}

/** A part of the form, with its name. */
export function Section({ title, help, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.legend}>{title}</h2>
        {help !== undefined && <HelpLink topic={help} />}
      </div>
      {children}
    </section>
  )
}
