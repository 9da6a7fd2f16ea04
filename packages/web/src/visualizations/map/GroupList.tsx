import { t } from '@lingui/core/macro'
import { UnstyledButton } from '@mantine/core'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { figureText } from '../cell-label.ts'
import styles from './Renderer.module.css'

interface GroupListProps {
  groups: readonly { name: string; shownColor: string; points: readonly unknown[] }[]
  hidden: ReadonlySet<string>
  marks: NumberMarks
  onToggle(name: string): void
}

/** The groups of markers with their colours; a click hides or shows a group. */
export const GroupList = ({ groups, hidden, marks, onToggle }: GroupListProps) => (
  <ul className={styles.groups} aria-label={t`Groups`}>
    {groups.map(({ name, shownColor, points }) => (
      <li key={name}>
        <UnstyledButton className={styles.group} aria-pressed={!hidden.has(name)} onClick={() => onToggle(name)}>
          <span className={styles.swatch} style={{ '--swatch': shownColor }} aria-hidden />
          <span className={styles.name}>{name}</span>
          <span className={styles.count}>{figureText(points.length, marks)}</span>
        </UnstyledButton>
      </li>
    ))}
  </ul>
)
