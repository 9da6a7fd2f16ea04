import type { ReactNode } from 'react'
import styles from './widget.module.css'

interface WidgetNamesProps {
  /** The name of the drawing, where it leads on as a link. */
  title: ReactNode
  /** The name of the query; empty where it says nothing new. */
  note: string
}

/** What a widget is called, on one line of its head. */
export const WidgetNames = ({ title, note }: WidgetNamesProps) => (
  <div className={styles.names}>
    {title}
    {note !== '' && (
      <span className={styles.note} title={note}>
        {note}
      </span>
    )}
  </div>
)

/** The name of a drawing that leads nowhere. */
export const WidgetTitle = ({ title }: { title: string }) => (
  <span className={styles.title} title={title}>
    {title}
  </span>
)
