import { Menu, Tooltip } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { visualizationOf } from '../../../visualizations/registry.ts'
import type { VisualizationTab } from './tabs.ts'
import styles from './VisualizationTabs.module.css'

interface TabMenuProps {
  tabs: readonly VisualizationTab[]
  selected: VisualizationTab
  onSelect(tab: VisualizationTab): void
}

/** All drawings by name, where their tabs need more room than there is. */
export function TabMenu({ tabs, selected, onSelect }: TabMenuProps) {
  return (
    <Menu position="bottom-end" alignItemsLabels="with-indicators">
      <Tooltip label="All visualizations">
        <Menu.Target>
          <button type="button" className={styles.more} aria-label="All visualizations">
            <IconChevronDown size={14} stroke={1.75} />
          </button>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown className={styles.menu}>
        {tabs.map((tab) => {
          const Icon = visualizationOf(tab.visualization.type)?.icon
          return (
            <Menu.RadioItem
              key={tab.hash}
              value={tab.hash}
              checked={tab === selected}
              checkIcon={<IconCheck size={14} stroke={2} />}
              closeMenuOnClick
              onChange={() => onSelect(tab)}
            >
              <span className={styles.entry}>
                {Icon && <Icon size={14} stroke={1.75} />}
                <span className={styles.name}>{tab.visualization.name}</span>
              </span>
            </Menu.RadioItem>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
