import type { ReactNode } from 'react'
import styles from './OrganizationPage.module.css'

/** A part of the form, with its name. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.legend}>{title}</h2>
      {children}
    </section>
  )
}
