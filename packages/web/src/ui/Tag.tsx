import styles from './Tag.module.css'

/** A tag of an item. */
export function Tag({ children }: { children: string }) {
  return (
    <span className={styles.tag} title={children}>
      {children}
    </span>
  )
}
