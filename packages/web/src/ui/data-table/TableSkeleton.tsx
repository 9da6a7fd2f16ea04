import styles from './TableSkeleton.module.css'

/** Widths of the bars, in percent of their columns. */
const rows = [
  [70, 42, 60],
  [54, 58, 44],
  [82, 36, 52],
  [48, 50, 66],
  [64, 44, 38],
]
const ROUNDS = 8

/** The skeleton of a table that is loading: its head and as many rows as there is room for. */
export function TableSkeleton() {
  return (
    <div className={styles.table}>
      <div className={styles.head} />
      {Array.from({ length: ROUNDS }, () => rows)
        .flat()
        .map((widths, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: these rows never change.
          <div key={index} className={styles.row}>
            {widths.map((width) => (
              <span key={width} style={{ width: `${width}%` }} />
            ))}
          </div>
        ))}
    </div>
  )
}
