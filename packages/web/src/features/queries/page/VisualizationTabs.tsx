import { IconPlus, IconX } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { visualizationOf } from '../../../visualizations/registry.ts'
import { TabMenu } from './TabMenu.tsx'
import type { VisualizationTab } from './tabs.ts'
import { useTabRow } from './use-tab-row.ts'
import styles from './VisualizationTabs.module.css'

interface VisualizationTabsProps {
  tabs: readonly VisualizationTab[]
  selected: VisualizationTab
  mayEdit: boolean
  /** Id of the panel below. */
  panelId: string
  onSelect(tab: VisualizationTab): void
  onRemove(tab: VisualizationTab): void
  /** null while a new visualization could not be made. */
  onAdd: (() => void) | null
  /** What stands at the right end. */
  children: ReactNode
}

/** The drawings of a result, by tab. */
export function VisualizationTabs(props: VisualizationTabsProps) {
  const { tabs, selected, mayEdit, panelId, onSelect, onRemove, onAdd, children } = props
  const { row, isTooWide } = useTabRow(tabs, selected)
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
    const step = steps[event.key]
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
      <div ref={row} role="tablist" aria-label="Visualizations" className={styles.list}>
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
              </button>
              {mayEdit && tab.isRemovable && (
                // For the mouse: a tab list may hold tabs alone, so the keyboard's way is the Delete key on the tab.
                <button
                  type="button"
                  tabIndex={-1}
                  aria-hidden
                  className={styles.remove}
                  title={`Remove ${tab.visualization.name}`}
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
          aria-label="New Visualization"
          disabled={onAdd === null}
          onClick={() => onAdd?.()}
        >
          <IconPlus size={14} stroke={1.75} />
          <span>New Visualization</span>
        </button>
      )}
      <span className={styles.spring} />
      {children}
    </div>
  )
}
