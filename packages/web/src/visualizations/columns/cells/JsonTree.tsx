import { Trans } from '@lingui/react/macro'
import styles from './cells.module.css'

/** Levels that are expanded initially. */
const OPEN_DEPTH = 2
/** Maximum number of members shown per level. */
const MAX_MEMBERS = 200

interface JsonTreeProps {
  /** Key or index within the parent; null at the root. */
  name: string | null
  value: unknown
  depth: number
}

/** A JSON value whose objects and lists can be collapsed. */
export function JsonTree({ name, value, depth }: JsonTreeProps) {
  const label = name === null ? null : <span className={styles.key}>{name}: </span>
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={styles.leaf}>
        {label}
        <span className={styles[`type-${value === null ? 'null' : typeof value}`]}>{JSON.stringify(value)}</span>
      </div>
    )
  }
  const members = Object.entries(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return (
    <details className={styles.branch} open={depth < OPEN_DEPTH}>
      <summary>
        {label}
        <span className={styles.count}>
          {open} {members.length} {close}
        </span>
      </summary>
      {members.slice(0, MAX_MEMBERS).map(([key, member]) => (
        <JsonTree key={key} name={key} value={member} depth={depth + 1} />
      ))}
      {members.length > MAX_MEMBERS && (
        <div className={styles.leaf}>
          <Trans>and {members.length - MAX_MEMBERS} more</Trans>
        </div>
      )}
    </details>
  )
}
