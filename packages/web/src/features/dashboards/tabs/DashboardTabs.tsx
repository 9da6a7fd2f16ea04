import type { Tab } from '@sightline/domain/dashboards/tabs.ts'
import { RotationSelect } from './rotation.tsx'
import { TabEditing } from './TabEditing.tsx'
import { TabStrip } from './TabStrip.tsx'
import type { TabActions } from './tab-actions.ts'

interface DashboardTabsProps {
  tabs: readonly Tab[]
  /** null for a dashboard without tabs. */
  current: Tab | null
  panelId: string
  onChoose(id: string): void
  /** null unless the dashboard is being edited. */
  editing: { actions: TabActions; widgets: number } | null
  /** null unless the dashboard fills the screen. */
  rotation: { every: number | null; onChange(every: number | null): void } | null
}

/** The tabs of a dashboard with what can be changed about them; nothing without tabs, where the edit bar adds the first one. */
export function DashboardTabs({ tabs, current, panelId, onChoose, editing, rotation }: DashboardTabsProps) {
  if (current === null) return null
  return (
    <TabStrip tabs={tabs} current={current} panelId={panelId} onChoose={onChoose}>
      {editing && <TabEditing tabs={tabs} current={current} {...editing} />}
      {rotation !== null && tabs.length > 1 && <RotationSelect {...rotation} />}
    </TabStrip>
  )
}
