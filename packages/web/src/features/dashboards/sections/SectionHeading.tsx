import { plural, t } from '@lingui/core/macro'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconDotsVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './SectionHeading.module.css'

interface SectionHeadingProps {
  name: string
  /** Widgets below it. */
  count: number
  isCollapsed: boolean
  /** null while it cannot be collapsed. */
  onToggle: (() => void) | null
  /** Entries of the menu; null for no menu. */
  menu: ReactNode
}

/** The heading of a section, which collapses the widgets below it. */
export function SectionHeading({ name, count, isCollapsed, onToggle, menu }: SectionHeadingProps) {
  const Icon = isCollapsed ? IconChevronRight : IconChevronDown
  return (
    <div className={styles.section}>
      <h2 className={styles.heading}>
        {onToggle === null ? (
          <span className={styles.name}>{name}</span>
        ) : (
          <button type="button" className={styles.toggle} aria-expanded={!isCollapsed} onClick={onToggle}>
            <Icon size={16} stroke={1.75} aria-hidden />
            <span className={styles.name}>{name}</span>
          </button>
        )}
      </h2>
      {isCollapsed && <span className={styles.count}>{plural(count, { one: '# widget', other: '# widgets' })}</span>}
      {menu !== null && (
        <Menu position="bottom-end" width={216}>
          <Tooltip label={t`More`}>
            <Menu.Target>
              <ActionIcon size="sm" aria-label={t`Menu of the section ${name}`} data-unpictured>
                <IconDotsVertical size={16} stroke={1.75} />
              </ActionIcon>
            </Menu.Target>
          </Tooltip>
          <Menu.Dropdown>{menu}</Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
