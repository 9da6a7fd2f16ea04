import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import styles from './edit-card.module.css'

/** Where a page of one record stands: the list, as a link, and its name. */
export const EditPath = ({ list, name }: { list: ReactNode; name: string | undefined }) => (
  <nav aria-label="Path" className={styles.path}>
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

/** Names and figures. */
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
