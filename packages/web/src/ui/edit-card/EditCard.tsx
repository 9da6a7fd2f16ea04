import type { ReactNode } from 'react'
import { TypeLogo } from '../TypeLogo.tsx'
import styles from './edit-card.module.css'

interface EditCardProps {
  name: string
  type: { name: string; logo: string }
  /** What stands at the end of the head, such as a mark. */
  mark?: ReactNode
  fields: ReactNode
  /** The buttons that save and try. */
  actions: ReactNode
  /** The button at the far right, which deletes. */
  deletion: ReactNode
  onSubmit(): void
}

/** The form of a stored record of a type, such as a data source. */
export function EditCard({ name, type, mark, fields, actions, deletion, onSubmit }: EditCardProps) {
  return (
    <form
      noValidate
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className={styles.fields}>
        <div className={styles.head}>
          <TypeLogo svg={type.logo} size={44} />
          <div className={styles.names}>
            <h1 className={styles.name}>{name}</h1>
            <span className={styles.type}>{type.name}</span>
          </div>
          {mark}
        </div>
        {fields}
      </div>
      <div className={styles.bar}>
        {actions}
        <span className={styles.spacer} />
        {deletion}
      </div>
    </form>
  )
}
