import { type ReactNode, useId } from 'react'
import styles from './alerts.module.css'

interface CardProps {
  title: string
  /** Shown to the right of the title. */
  count?: ReactNode
  children: ReactNode
}

/** One titled section of the alert page. */
export function Card({ title, count, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </div>
      {children}
    </section>
  )
}
