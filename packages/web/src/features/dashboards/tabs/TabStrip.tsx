import { t } from '@lingui/core/macro'
import type { Tab } from '@sightline/domain/dashboards/tabs.ts'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { keyInLine } from '../../../language/direction.ts'
import styles from './TabStrip.module.css'

interface TabStripProps {
  tabs: readonly Tab[]
  current: Tab
  /** Id of the panel with the widgets. */
  panelId: string
  onChoose(id: string): void
  /** Shown after the tabs. */
  children?: ReactNode
}

/** The tabs of a dashboard. Arrow keys, Home and End choose another one. */
export function TabStrip({ tabs, current, panelId, onChoose, children }: TabStripProps) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.indexOf(current)
    const places: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const place = places[keyInLine(event.key)]
    const next = place === undefined ? undefined : tabs[place]
    if (place === undefined || next === undefined) return
    event.preventDefault()
    onChoose(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[place]?.focus()
  }
  return (
    <div className={styles.bar}>
      <div ref={list} role="tablist" aria-label={t`Tabs of the dashboard`} className={styles.list}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            aria-selected={tab === current}
            aria-controls={panelId}
            tabIndex={tab === current ? 0 : -1}
            className={styles.tab}
            title={tab.name}
            onClick={() => onChoose(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.name}
          </button>
        ))}
      </div>
      {children}
    </div>
  )
}
