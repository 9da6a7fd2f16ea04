import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { rateInAddress } from '@sightline/domain/dashboards/refresh-rates.ts'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../../app/session.tsx'
import { inReadingOrder } from '../../../grid/place.ts'
import { recordEvent } from '../../events/api.ts'
import { asksToEdit, type DashboardSearch } from '../address.ts'
import { AddWidgetDialog } from './AddWidgetDialog.tsx'
import { DashboardHead } from './DashboardHead.tsx'
import styles from './DashboardView.module.css'
import { DashboardWidgets } from './DashboardWidgets.tsx'
import { EditBar } from './EditBar.tsx'
import { EmptyDashboard } from './EmptyDashboard.tsx'
import { dashboardRights } from './rights.ts'
import { refreshRun, runOf } from './runs.ts'
import { TextboxDialog } from './TextboxDialog.tsx'
import { useAutoRefresh } from './use-auto-refresh.ts'
import { useLayout } from './use-layout.ts'
import { useWidgets } from './use-widgets.ts'

const route = getRouteApi('/app/dashboard/$slug')

/** What is being made or changed in a dialog. */
type Dialog = { kind: 'widget' } | { kind: 'textbox'; widget: ShownWidget | null }

/**
 * A dashboard with its controls.
 * @param address slug or id, as the address of the page has it
 */
export function DashboardView({ dashboard, address }: { dashboard: Dashboard; address: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const cache = useQueryClient()
  const rights = dashboardRights(useSession().user, dashboard)
  const isEditing = rights.mayEdit && asksToEdit(search)
  const layout = useLayout(dashboard, address, isEditing)
  const widgets = useWidgets(dashboard.id, address)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const isRefreshing = useIsFetching({ queryKey: ['widget-runs'] }) > 0

  useEffect(() => recordEvent('view', 'dashboard', dashboard.id), [dashboard.id])

  const go = (change: Partial<DashboardSearch>) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const rate = rateInAddress(search.refresh)

  /** All widgets, those above first: most of them are in sight. */
  const refresh = () => {
    const shown = new Map(dashboard.widgets.map((widget) => [widget.id, widget]))
    for (const id of inReadingOrder(layout.places)) {
      const widget = shown.get(id)
      const run = widget && !('restricted' in widget) ? runOf(widget) : null
      if (run) void refreshRun(cache, run)
    }
  }
  useAutoRefresh(rate, refresh)

  const close = () => setDialog(null)
  const addTextbox = () => setDialog({ kind: 'textbox', widget: null })
  const addWidget = () => setDialog({ kind: 'widget' })

  return (
    <div className={styles.page} data-editing={isEditing || undefined}>
      <DashboardHead
        dashboard={dashboard}
        address={address}
        rights={rights}
        isEditing={isEditing}
        status={layout.status}
        refresh={{ rate, isRefreshing, onRefresh: refresh, onRate: (seconds) => go({ refresh: seconds?.toString() }) }}
        isFullscreen={search.fullscreen !== undefined}
        onFullscreen={(isFullscreen) => go({ fullscreen: isFullscreen ? '' : undefined })}
        onEdit={() => go({ edit: 'true' })}
        onRetry={() => void layout.finish()}
        onDone={async () => {
          if (await layout.finish()) go({ edit: undefined })
        }}
      />
      {dashboard.widgets.length === 0 ? (
        <EmptyDashboard isEditing={isEditing} mayEdit={rights.mayEdit} onEdit={() => go({ edit: 'true' })} onAdd={addWidget} />
      ) : (
        <DashboardWidgets
          widgets={dashboard.widgets}
          places={layout.places}
          rights={rights}
          isEditing={isEditing}
          onArrange={layout.arrange}
          onRemove={widgets.remove}
          onEditText={(widget) => setDialog({ kind: 'textbox', widget })}
        />
      )}
      {isEditing && <EditBar onAddTextbox={addTextbox} onAddWidget={addWidget} />}
      {dialog?.kind === 'textbox' && (
        <TextboxDialog widget={dialog.widget} places={layout.places} actions={widgets} onClose={close} />
      )}
      {dialog?.kind === 'widget' && (
        <AddWidgetDialog widgets={dashboard.widgets} places={layout.places} onAdd={widgets.add} onClose={close} />
      )}
    </div>
  )
}
