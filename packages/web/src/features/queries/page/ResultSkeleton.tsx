import styles from './ResultSkeleton.module.css'

const rows = [
  [20, 34, 14, 10],
  [16, 42, 12, 14],
  [22, 28, 17, 12],
  [14, 38, 15, 11],
]

/** A table in outline, while the stored result is on its way. */
export function ResultSkeleton() {
  return (
    <div className={styles.rows} role="status" aria-label="Loading...">
      {rows.map((widths) => (
        <div key={widths.join()} className={styles.row}>
          {widths.map((width) => (
            <span key={width} style={{ width: `${width}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}
