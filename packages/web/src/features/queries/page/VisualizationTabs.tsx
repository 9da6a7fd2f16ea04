import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu, Tooltip } from '@mantine/core'
import { IconCheck, IconChevronDown, IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { keyInLine } from '../../../language/direction.ts'
import { scrollIntoRow } from '../../../ui/SidebarPage.tsx'
import { visualizationOf } from '../../../visualizations/registry.ts'
import styles from './VisualizationTabs.module.css'
import type { VisualizationTab } from './visualization-tabs.ts'

interface VisualizationTabsProps {
  tabs: readonly VisualizationTab[]
  selected: VisualizationTab
  mayEdit: boolean
  hasChanges(tab: VisualizationTab): boolean
  /** Id of the panel below. */
  panelId: string
  onSelect(tab: VisualizationTab): void
  onRemove(tab: VisualizationTab): void
  /** null while no visualization can be added. */
  onAdd: (() => void) | null
  /** Shown at the right end. */
  children: ReactNode
}

/** The visualizations of a result in tabs. */
export function VisualizationTabs(props: VisualizationTabsProps) {
  const { tabs, selected, mayEdit, hasChanges, panelId, onSelect, onRemove, onAdd, children } = props
  const { row, isTooWide } = useTabRow(tabs, selected)
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
    const step = steps[keyInLine(event.key)]
    const at = tabs.indexOf(selected)
    if (event.key === 'Delete' && mayEdit && selected.isRemovable) return onRemove(selected)
    if (step === undefined) return
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (next === undefined) return
    event.preventDefault()
    onSelect(next)
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus()
  }
  return (
    <div className={styles.bar}>
      <div ref={row} role="tablist" aria-label={t`Visualizations`} className={styles.list}>
        {tabs.map((tab) => {
          const Icon = visualizationOf(tab.visualization.type)?.icon
          const isSelected = tab === selected
          return (
            <span key={tab.hash} className={styles.tab} data-selected={isSelected || undefined} role="presentation">
              <button
                type="button"
                role="tab"
                aria-selected={isSelected}
                aria-controls={panelId}
                aria-keyshortcuts={mayEdit && tab.isRemovable ? 'Delete' : undefined}
                tabIndex={isSelected ? 0 : -1}
                className={styles.label}
                onClick={() => onSelect(tab)}
                onKeyDown={onKeyDown}
              >
                {Icon && <Icon size={14} stroke={1.75} />}
                <span className={styles.name}>{tab.visualization.name}</span>
                {hasChanges(tab) && <span className={styles.unsaved} title={t`Unsaved changes`} aria-hidden />}
              </button>
              {mayEdit && tab.isRemovable && (
                // For the mouse only: a tab list may contain nothing but tabs. Keyboard users press Delete on the tab.
                <button
                  type="button"
                  tabIndex={-1}
                  aria-hidden
                  className={styles.remove}
                  title={t`Remove ${tab.visualization.name}`}
                  onClick={() => onRemove(tab)}
                >
                  <IconX size={13} stroke={1.75} />
                </button>
              )}
            </span>
          )
        })}
      </div>
      {isTooWide && <TabMenu tabs={tabs} selected={selected} onSelect={onSelect} />}
      {mayEdit && (
        <button
          type="button"
          className={styles.add}
          aria-label={t`New Visualization`}
          disabled={onAdd === null}
          onClick={() => onAdd?.()}
        >
          <IconPlus size={14} stroke={1.75} />
          <span>
            <Trans>New Visualization</Trans>
          </span>
        </button>
      )}
      <span className={styles.spring} />
      {children}
    </div>
  )
}

interface TabMenuProps {
  tabs: readonly VisualizationTab[]
  selected: VisualizationTab
  onSelect(tab: VisualizationTab): void
}

/** A menu of all visualizations, shown if the tabs do not fit into the row. */
function TabMenu({ tabs, selected, onSelect }: TabMenuProps) {
  return (
    <Menu position="bottom-end" alignItemsLabels="with-indicators">
      <Tooltip label={t`All visualizations`}>
        <Menu.Target>
          <button type="button" className={styles.more} aria-label={t`All visualizations`}>
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

/**
 * Scrolls the selected tab into view when it is selected and when the row gets narrower.
 * @returns the ref of the row, and whether some tabs are out of view
 */
function useTabRow(
  tabs: readonly VisualizationTab[],
  selected: VisualizationTab,
): { row: RefObject<HTMLDivElement | null>; isTooWide: boolean } {
  const row = useRef<HTMLDivElement>(null)
  const [isTooWide, setIsTooWide] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: these two change the content of the row.
  useEffect(() => {
    const element = row.current
    if (element === null) return
    // Calls back once at the start.
    const observer = new ResizeObserver(() => {
      setIsTooWide(element.scrollWidth > element.clientWidth)
      const tab = element.querySelector('[data-selected]')
      if (tab) scrollIntoRow(element, tab)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [tabs, selected])
  return { row, isTooWide }
}
