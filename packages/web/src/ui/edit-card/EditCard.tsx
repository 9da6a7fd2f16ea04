import { t } from '@lingui/core/macro'
import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { TypeLogo } from '../type-cards/TypeCards.tsx'
import styles from './edit-card.module.css'

interface EditCardProps {
  name: string
  type: { name: string; logo: string }
  /** Shown at the end of the head, such as a badge. */
  badge?: ReactNode
  fields: ReactNode
  /** Buttons such as Save and Test. */
  actions: ReactNode
  /** The delete button at the far right. */
  deletion: ReactNode
  onSubmit(): void
}

/** The form of a stored record, such as a data source. */
export function EditCard({ name, type, badge, fields, actions, deletion, onSubmit }: EditCardProps) {
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
          {badge}
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

/** The breadcrumbs of a page of one record: a link to the list, and its name. */
export const EditPath = ({ list, name }: { list: ReactNode; name: string | undefined }) => (
  <nav aria-label={t`Path`} className={styles.path}>
    {list}
    <IconChevronRight size={14} stroke={1.75} aria-hidden />
    <span>{name}</span>
  </nav>
)

/** The form of a record, with notes beside it. */
export const EditColumns = ({ form, asideLabel, aside }: { form: ReactNode; asideLabel: string; aside: ReactNode }) => (
  <div className={styles.columns}>
    {form}
    <aside className={styles.aside} aria-label={asideLabel}>
      {aside}
    </aside>
  </div>
)

export const EditNote = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.note}>
    <h2 className={styles.noteTitle}>{title}</h2>
    {children}
  </section>
)

export const NoteText = ({ children }: { children: ReactNode }) => <p className={styles.noteText}>{children}</p>

/** A list of names and numbers. */
export const NoteFacts = ({ facts }: { facts: [name: string, figure: number][] }) => (
  <dl className={styles.counts}>
    {facts.map(([name, figure]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{figure}</dd>
      </Fragment>
    ))}
  </dl>
)
