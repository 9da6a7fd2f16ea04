import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import styles from './PivotTable.module.css'
import type { PreparedHeading } from './prepared-lines.ts'

interface GroupHeadingProps {
  heading: PreparedHeading
  onToggle(): void
}

/** The text of a heading, in a button if its group can be collapsed. */
export function GroupHeading({ heading: { text, isCollapsed }, onToggle }: GroupHeadingProps) {
  if (isCollapsed === null) return text
  const Icon = isCollapsed ? IconChevronRight : IconChevronDown
  return (
    <button type="button" className={styles.group} aria-expanded={!isCollapsed} onClick={onToggle}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {text}
    </button>
  )
}
