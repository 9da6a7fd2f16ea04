import styles from './EmbedPage.module.css'

/** Why there is nothing to see, in one line: a frame may be small. */
export function EmbedError({ error }: { error: string }) {
  return (
    <div className={styles.error} role="alert">
      Error: {error}
    </div>
  )
}
