import { UnstyledButton } from '@mantine/core'
import styles from './LegendList.module.css'
import type { Legend } from './legend.ts'

interface LegendListProps {
  legend: Legend
  hidden: ReadonlySet<string>
  /** @param isolates everything else goes instead */
  onToggle(key: string, isolates: boolean): void
}

/** The names and colours of what is drawn; a click switches one off, with shift all others. */
export function LegendList({ legend, hidden, onToggle }: LegendListProps) {
  return (
    <ul className={styles.list} data-placement={legend.placement} aria-label="Legend">
      {legend.entries.map(({ key, name, color, isDashed, detail }) => (
        <li key={key}>
          <UnstyledButton
            className={styles.entry}
            aria-pressed={!hidden.has(key)}
            title={`${name}: click to hide or show, Shift click to show it alone`}
            onClick={(event) => onToggle(key, event.shiftKey)}
          >
            <span className={styles.swatch} data-dashed={isDashed || undefined} style={{ '--swatch': color }} aria-hidden />
            <span className={styles.name}>{name}</span>
            {detail !== null && <span className={styles.detail}>{detail}</span>}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
